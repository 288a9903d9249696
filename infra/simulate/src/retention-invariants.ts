import { messagingRetention } from '@xrp-bridge/runtime/messaging/retention';
import type { Retention } from '@xrp-bridge/runtime/retention';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { listServices } from './system.ts';
import type { World } from './world.ts';

/** Hours by which a deletion may be late, because the sweep runs every hour. */
const lateHours = 3;
/** Days added to the rule of a nightly job. */
const nightly = 1;

/**
 * Rules of docs/retention.md that jobs enforce, as far as the rows have a time.
 * The days are repeated here, so that a wrong constant in a service is found.
 */
const jobRetention: Record<string, readonly Retention[]> = {
  transfer: [
    { transfer: { days: 30 + nightly, since: sql`created_at`, where: sql`status = 'pending'` } },
    { transfer: { days: 90 + nightly, since: sql`updated_at`, where: sql`status = 'expired'` } },
    { watch: { days: 0, since: sql`ends_at` }, watch_change: { days: 0, since: sql`at` } },
  ],
  payment: [{ webhook_event: { days: 90 + nightly, since: sql`received_at` } }],
  ads: [{ network_ad: { days: 7, since: sql`until` } }],
  notification: [
    {
      transfer: { days: 90 + nightly, since: sql`closed_at` },
      former_email: { days: 14 + nightly, since: sql`changed_at` },
    },
    { transfer: { days: 180 + nightly, since: sql`created_at` } },
  ],
};

/** Compiles statements without a connection. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Finds tables with rows that should have been deleted or cleared. */
export async function findExpiredRows({ database, services }: Pick<World, 'database' | 'services'>): Promise<string[]> {
  const violations: string[] = [];
  const now = sql`${new Date().toISOString()}::timestamptz`;
  for (const { name, retention = {} } of listServices(true)) {
    if (!services.includes(name)) continue;
    const rules = [messagingRetention, retention, ...(jobRetention[name] ?? [])].flatMap((each) =>
      Object.entries(each),
    );
    // The conditions name other tables of the service.
    await database.read(`set search_path to ${name}, pg_catalog`);
    for (const [table, { days, since, where = sql`true` }] of rules) {
      const { sql: text, parameters } = sql`
        select from ${sql.table(table)}
        where ${since} < ${now} - make_interval(days => ${days}, hours => ${lateHours}) and (${where})`.compile(
        compiler,
      );
      const { length } = await database.read(text, parameters);
      if (length > 0) violations.push(`${length} rows of ${name}.${table} are older than ${days} days.`);
    }
    await database.read('reset search_path');
  }
  return violations;
}
