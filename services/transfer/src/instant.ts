/** A point in time by both clocks of this host. */
export interface Instant {
  /** Milliseconds since 1970. An operator or NTP may set this clock back or forward. */
  wallMs: number;
  /** Milliseconds since the process began. This clock is never set back, and stops while the host sleeps. */
  monotonicMs: number;
}

export function readClocks(): Instant {
  return { wallMs: Date.now(), monotonicMs: performance.now() };
}

/** Returns the elapsed milliseconds, correct after a sleep of the host and after a clock change. */
export function msBetween(earlier: Instant, later: Instant): number {
  return Math.max(later.wallMs - earlier.wallMs, later.monotonicMs - earlier.monotonicMs);
}
