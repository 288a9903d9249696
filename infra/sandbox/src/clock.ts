/** The sandbox's own time: the real time plus what tests have advanced it by. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whole seconds since 1970, as Stripe writes times. */
  seconds(): number;
  /** Calls `ring` once `delayMs` (at most 24 days) of sandbox time have passed; returns a function that cancels it. */
  schedule(delayMs: number, ring: () => void): () => void;
  /** Moves the time forward; every alarm that becomes due has rung when this returns. */
  advance(byMs: number): void;
  /** Back to the real time; pending alarms are dropped. */
  reset(): void;
}

interface Alarm {
  dueAt: number;
  ring(): void;
  timer?: NodeJS.Timeout;
}

export function createClock(): Clock {
  let offset = 0;
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
    alarm.timer = setTimeout(fire, alarm.dueAt - now(), alarm).unref();
  };

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
      for (const alarm of [...alarms].sort((a, b) => a.dueAt - b.dueAt)) {
        if (alarm.dueAt <= now()) fire(alarm);
        else arm(alarm);
      }
    },
    reset() {
      offset = 0;
      for (const alarm of alarms) drop(alarm);
    },
  };
}
