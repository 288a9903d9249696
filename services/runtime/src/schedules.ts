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
