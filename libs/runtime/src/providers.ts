import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { operationsApi } from '@xrp-bridge/contracts/operations';
import { type RawBuilder, sql } from 'kysely';
import type { Migrations } from './db.ts';
import type { Logger } from './logger.ts';
import type { AnyDatabase } from './messaging/tables.ts';

// The health of the third parties that a service calls: the time of the last success, and the failures since.

/** Receives the outcome of a provider call: null for success, or the failure described for operators. */
export type ReportOutcome = (error: string | null) => void;

/** A provider as operators see it. */
type ProviderView = Omit<ReplyOf<typeof operationsApi.listProviders>['providers'][number], 'service'>;

export interface Providers {
  /** Adds a provider by its name. Returns the function that receives the outcome of each call. */
  add(name: string, configured?: boolean): ReportOutcome;
  /** Lists the providers that were added, with the outcomes of all instances of the service. */
  list(): Promise<ProviderView[]>;
  /** Waits until all outcomes are stored. */
  settled(): Promise<void>;
}

/** Returns the providers whose last call failed, and the time since which their calls fail. */
export function failingOf(providers: readonly ProviderView[]): { name: string; since: string | null }[] {
  return providers
    .filter(({ configured, failures }) => configured && failures > 0)
    .map(({ name, failingSince }) => ({ name, since: failingSince }));
}

/** Creates the table `provider_health` in each service's schema. */
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

/** Minimum time between two stored successes of one instance, because it may call many times a second. */
const successEveryMs = 30_000;
const longestError = 500;

const notCalled = { goodAt: null, failedAt: null, failingSince: null, lastError: null, failures: 0 };
const isoTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Opens the providers of a service. Outcomes are stored in its table `provider_health`. */
export function openProviders({ db, clock, log }: { db: AnyDatabase; clock: () => Date; log: Logger }): Providers {
  const added = new Map<string, boolean>();
  // Writes run one after the other, so that the last outcome is stored last.
  let written: Promise<unknown> = Promise.resolve();

  function store(name: string, statement: RawBuilder<unknown>): void {
    written = written.then(() =>
      statement
        .execute(db)
        .catch((err) => log.warn({ err, provider: name }, 'the health of a provider cannot be stored')),
    );
  }

  return {
    add(name, configured = true) {
      added.set(name, configured);
      let nextSuccessAt = 0;
      return (error) => {
        const at = clock();
        if (error !== null) {
          nextSuccessAt = 0;
          store(name, upsertFailure(name, at, error));
        } else if (at.getTime() >= nextSuccessAt) {
          nextSuccessAt = at.getTime() + successEveryMs;
          store(name, upsertSuccess(name, at));
        }
      };
    },

    async list() {
      await written;
      const { rows } = await sql<Omit<ProviderView, 'configured'>>`
        select name, ${isoTime('good_at')} as "goodAt", ${isoTime('failed_at')} as "failedAt",
          ${isoTime('failing_since')} as "failingSince", last_error as "lastError", failures
        from provider_health`.execute(db);
      const stored = new Map(rows.map((row) => [row.name, row]));
      return [...added].map(([name, configured]) => ({ ...notCalled, ...stored.get(name), name, configured }));
    },

    async settled() {
      await written;
    },
  };
}

function upsertSuccess(name: string, at: Date): RawBuilder<unknown> {
  return sql`
    insert into provider_health (name, good_at) values (${name}, ${at})
    on conflict (name) do update set good_at = excluded.good_at, failing_since = null, failures = 0`;
}

function upsertFailure(name: string, at: Date, error: string): RawBuilder<unknown> {
  // PostgreSQL cannot store a NUL character in a text.
  const words = error.replaceAll('\0', '').slice(0, longestError);
  return sql`
    insert into provider_health (name, failed_at, failing_since, last_error, failures) values (${name}, ${at}, ${at}, ${words}, 1)
    on conflict (name) do update set
      failed_at = excluded.failed_at,
      failing_since = coalesce(provider_health.failing_since, excluded.failing_since),
      last_error = excluded.last_error,
      failures = provider_health.failures + 1`;
}
