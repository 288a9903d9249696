/** The sandbox's time: the real time plus the time that tests have advanced. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Seconds since 1970, as in Stripe's API. */
  seconds(): number;
  /** Calls `ring` after `delayMs` of sandbox time. Returns a function that cancels the alarm. */
  schedule(delayMs: number, ring: () => void): () => void;
  /**
   * Advances the time.
   * On return, all due alarms have run, including due alarms that other alarms scheduled.
   */
  advance(byMs: number): void;
  /** Returns how far the sandbox's time is ahead of the real time, in milliseconds. */
  ahead(): number;
  /** Returns to the real time and cancels all alarms. */
  reset(): void;
}

/** A JavaScript timer of more than 24 days fires immediately, so longer waits use several timers. */
const longestTimerMs = 20 * 24 * 3600_000;

interface Alarm {
  dueAt: number;
  ring(): void;
  timer?: NodeJS.Timeout;
}

export function createClock(aheadMs = 0): Clock {
  let offset = aheadMs;
  const alarms = new Set<Alarm>();
  const now = () => Date.now() + offset;

  const drop = (alarm: Alarm) => {
    clearTimeout(alarm.timer);
    alarms.delete(alarm);
  };
  const fire = (alarm: Alarm) => {
    drop(alarm);
    alarm.ring();
  };
  const arm = (alarm: Alarm) => {
    clearTimeout(alarm.timer);
    const ringOrWait = () => (alarm.dueAt <= now() ? fire(alarm) : arm(alarm));
    alarm.timer = setTimeout(ringOrWait, Math.min(alarm.dueAt - now(), longestTimerMs)).unref();
  };
  const firstDue = () =>
    [...alarms].filter((alarm) => alarm.dueAt <= now()).sort((one, other) => one.dueAt - other.dueAt)[0];

  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    schedule(delayMs, ring) {
      const alarm: Alarm = { dueAt: now() + delayMs, ring };
      alarms.add(alarm);
      arm(alarm);
      return () => drop(alarm);
    },
    advance(byMs) {
      offset += byMs;
      for (let due = firstDue(); due; due = firstDue()) fire(due);
      for (const alarm of alarms) arm(alarm);
    },
    ahead: () => offset,
    reset() {
      offset = 0;
      for (const alarm of alarms) drop(alarm);
    },
  };
}
