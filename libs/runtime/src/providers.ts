import { type RawBuilder, sql } from 'kysely';
import type { Migrations } from './db.ts';
import type { Logger } from './logger.ts';
import type { AnyDatabase } from './messaging/tables.ts';

// How those do whom a service asks outside the house: when each last did what was asked, and what was wrong when it did not.

/** Is told how one of them did, each time that it was asked: null for good, or what was wrong, in words for operators. */
export type Note = (error: string | null) => void;

/** One of them as operators see it. */
export interface ProviderView {
  name: string;
  /** Whether we have what it takes to ask it. */
  configured: boolean;
  goodAt: string | null;
  failedAt: string | null;
  /** Null while it is good. */
  failingSince: string | null;
  /** What was wrong at the last failure, also where it is good again. */
  lastError: string | null;
  /** One after the other, up to now. */
  failures: number;
}

export interface Providers {
  /** Names one whom this service asks. What it is told by keeps nobody waiting and never throws. */
  add(name: string, configured?: boolean): Note;
  /** Those that were added, as all instances of the service have found them. */
  list(): Promise<ProviderView[]>;
  /** Waits until all that was told is written down. */
  settled(): Promise<void>;
}

/** Returns the names of the providers whose last call failed. */
export function namesOfFailing(providers: readonly ProviderView[]): string[] {
  return providers.filter(({ configured, failures }) => configured && failures > 0).map(({ name }) => name);
}

/** Every service has the table. */
export const providerMigrations: Migrations = {
  '0000_providers': {
    async up(db) {
      await sql`
        create table provider_health (
          name text primary key,
          good_at timestamptz,
          failed_at timestamptz,
          failing_since timestamptz,
          last_error text,
          failures integer not null default 0
        )`.execute(db);
    },
  },
};

/** What goes on being good is written down this often by each instance: a busy one asks many times a second. */
const quietMs = 30_000;
const longestError = 500;

interface Row {
  name: string;
  goodAt: Date | null;
  failedAt: Date | null;
  failingSince: Date | null;
  lastError: string | null;
  failures: number;
}

/** Keeps them in the service's own tables. */
export function openProviders({ db, clock, log }: { db: AnyDatabase; clock: () => Date; log: Logger }): Providers {
  const added = new Map<string, boolean>();
  // One after the other, so that the last word is the last.
  let written: Promise<void> = Promise.resolve();

  function write(name: string, row: RawBuilder<unknown>): void {
    written = written.then(async () => {
      await row.execute(db).catch((err) => log.warn({ err, provider: name }, 'how a provider does cannot be kept'));
    });
  }

  return {
    add(name, configured = true) {
      added.set(name, configured);
      let quietUntil = 0;
      return (error) => {
        const at = clock();
        if (error !== null) {
          quietUntil = 0;
          write(name, failed(name, at, error));
        } else if (at.getTime() >= quietUntil) {
          quietUntil = at.getTime() + quietMs;
          write(name, good(name, at));
        }
      };
    },

    async list() {
      await written;
      const { rows } = await sql<Row>`
        select name, good_at as "goodAt", failed_at as "failedAt", failing_since as "failingSince",
          last_error as "lastError", failures
        from provider_health`.execute(db);
      const known = new Map(rows.map((row) => [row.name, row]));
      return [...added].map(([name, configured]) => {
        const { goodAt, failedAt, failingSince, lastError = null, failures = 0 } = known.get(name) ?? {};
        return {
          name,
          configured,
          goodAt: goodAt?.toISOString() ?? null,
          failedAt: failedAt?.toISOString() ?? null,
          failingSince: failingSince?.toISOString() ?? null,
          lastError,
          failures,
        };
      });
    },

    settled: () => written,
  };
}

function good(name: string, at: Date): RawBuilder<unknown> {
  return sql`
    insert into provider_health (name, good_at) values (${name}, ${at})
    on conflict (name) do update set good_at = excluded.good_at, failing_since = null, failures = 0`;
}

function failed(name: string, at: Date, error: string): RawBuilder<unknown> {
  // PostgreSQL keeps no NUL character in a text.
  const words = error.replaceAll('\0', '').slice(0, longestError);
  return sql`
    insert into provider_health (name, failed_at, failing_since, last_error, failures) values (${name}, ${at}, ${at}, ${words}, 1)
    on conflict (name) do update set
      failed_at = excluded.failed_at,
      failing_since = coalesce(provider_health.failing_since, excluded.failing_since),
      last_error = excluded.last_error,
      failures = provider_health.failures + 1`;
}
