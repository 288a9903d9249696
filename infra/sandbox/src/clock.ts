/** The sandbox's own time: the real time plus what tests have advanced it by. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whole seconds since 1970, as Stripe writes times. */
  seconds(): number;
  /** Calls `ring` once `delayMs` of sandbox time have passed; returns a function that cancels it. */
  schedule(delayMs: number, ring: () => void): () => void;
  /** Moves the time forward; every alarm that becomes due, and that those set, has rung when this returns. */
  advance(byMs: number): void;
  /** Returns how far the clock is ahead of the real time, in milliseconds. */
  ahead(): number;
  /** Back to the real time; pending alarms are dropped. */
  reset(): void;
}

/** A timer of JavaScript rings at once when it is set for longer than 24 days. */
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
