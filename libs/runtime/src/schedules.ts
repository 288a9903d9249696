import { CronExpressionParser } from 'cron-parser';
import type pg from 'pg';

/** State of a schedule in the service's own database, which outlives the queue's data. */
export interface ScheduleState {
  paused: boolean;
  lastRanAt: Date | null;
  /** Turns at or before this time are not caught up: the schedule was new or paused then. */
  dueSince: Date;
}

export interface ScheduleStates {
  /** Returns the states by schedule name. */
  read(): Promise<Map<string, ScheduleState>>;
  /** Inserts a state for each schedule that has none: its turns are due from now on. */
  insertMissing(names: readonly string[]): Promise<void>;
  setPaused(name: string, paused: boolean): Promise<void>;
  noteRun(name: string): Promise<void>;
  /** Calls `run` under a lock that one instance of the service holds at a time. */
  lock(run: () => Promise<void>): Promise<void>;
}

export function openScheduleStates(pool: pg.Pool): ScheduleStates {
  return {
    async read() {
      const { rows } = await pool.query<{ name: string } & ScheduleState>(
        'select name, paused, last_ran_at as "lastRanAt", due_since as "dueSince" from schedule',
      );
      return new Map(rows.map(({ name, ...state }) => [name, state]));
    },
    async insertMissing(names) {
      await pool.query('insert into schedule (name) select unnest($1::text[]) on conflict (name) do nothing', [names]);
    },
    async setPaused(name, paused) {
      await pool.query(
        `insert into schedule (name, paused) values ($1, $2)
        on conflict (name) do update set paused = excluded.paused, due_since = now()`,
        [name, paused],
      );
    },
    async noteRun(name) {
      // The turn came by this host's clock; where the database's clock is behind, the turn would count as missed.
      await pool.query(
        `insert into schedule (name, last_ran_at) values ($1, greatest(now(), $2))
        on conflict (name) do update set last_ran_at = excluded.last_ran_at`,
        [name, new Date()],
      );
    },
    async lock(run) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query("select pg_advisory_xact_lock('schedule'::regclass::oid::bigint)");
        await run();
        await client.query('commit');
        client.release();
      } catch (error) {
        // Ending the connection ends the lock, whatever state the connection is in.
        client.release(true);
        throw error;
      }
    },
  };
}

/** Returns the last turn of a cron schedule, if it passed without a run; null if nothing has to be caught up. */
export function missedTurnOf(cron: string, state: ScheduleState, now: Date): Date | null {
  if (state.paused) return null;
  const turn = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: now }).prev().toDate();
  return turn > state.dueSince && (!state.lastRanAt || turn > state.lastRanAt) ? turn : null;
}

/** Returns when the interval after the last run was over, if that passed; null if nothing has to be caught up. */
export function missedIntervalOf(everyMs: number, state: ScheduleState, now: Date): Date | null {
  if (state.paused) return null;
  const turn = new Date(Math.max(state.dueSince.getTime(), state.lastRanAt?.getTime() ?? 0) + everyMs);
  return turn <= now ? turn : null;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** How often a schedule has its turn: 'every 15 minutes', 'every day at 03:20 UTC'. Any other cron line stays one. */
export function sayRhythm({ everyMs = 0, cron }: { everyMs?: number; cron?: string }): string {
  if (cron === undefined) return `every ${sayLength(everyMs)}`;
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (minutes) return `every ${sayLength(Number(minutes) * 60_000)}`;
  const hourly = /^(\d+) \* \* \* \*$/.exec(cron)?.[1];
  if (hourly) return `every hour at ${hourly} minutes past`;
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
