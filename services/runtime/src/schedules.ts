import type pg from 'pg';

/** What is remembered of a schedule, whatever becomes of the queue's data. */
export interface ScheduleState {
  paused: boolean;
  lastRanAt: Date | null;
}

export interface ScheduleStates {
  /** By name, of those that have ever run or were paused. */
  read(): Promise<Map<string, ScheduleState>>;
  setPaused(name: string, paused: boolean): Promise<void>;
  noteRun(name: string): Promise<void>;
}

/** Keeps them in the service's own tables. */
export function openScheduleStates(pool: pg.Pool): ScheduleStates {
  return {
    async read() {
      const { rows } = await pool.query<{ name: string; paused: boolean; lastRanAt: Date | null }>(
        'select name, paused, last_ran_at as "lastRanAt" from schedule',
      );
      return new Map(rows.map(({ name, ...state }) => [name, state]));
    },
    async setPaused(name, paused) {
      await pool.query(
        'insert into schedule (name, paused) values ($1, $2) on conflict (name) do update set paused = excluded.paused',
        [name, paused],
      );
    },
    async noteRun(name) {
      await pool.query(
        `insert into schedule (name, last_ran_at) values ($1, now())
        on conflict (name) do update set last_ran_at = excluded.last_ran_at`,
        [name],
      );
    },
  };
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** How often a schedule has its turn: 'every 15 minutes', 'every day at 03:20 UTC'. Any other cron line stays one. */
export function sayRhythm({ everyMs = 0, cron }: { everyMs?: number; cron?: string }): string {
  if (cron === undefined) return `every ${sayLength(everyMs)}`;
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (minutes) return `every ${sayLength(Number(minutes) * 60_000)}`;
  const [, minute = '', hour = '', day = ''] = /^(\d+) (\d+) \* \* (\*|[0-6])$/.exec(cron) ?? [];
  if (!day) return cron;
  return `every ${weekdays[Number(day)] ?? 'day'} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
}

/** 'minute' for one of them, '15 minutes' for more. */
function sayLength(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const;
  const [unit, length] = units.find(([, each]) => ms % each === 0) ?? (['second', 1_000] as const);
  return ms === length ? unit : `${ms / length} ${unit}s`;
}
