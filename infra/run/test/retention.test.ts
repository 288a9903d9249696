import { readFile } from 'node:fs/promises';
import type { Logger } from '@xrp-bridge/runtime';
import { withOwner } from '@xrp-bridge/runtime/db';
import { migrateAll } from '@xrp-bridge/runtime/migrate';
import { deleteExpired } from '@xrp-bridge/runtime/retention';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';
import { createTestDatabase, type TestDatabase } from '@xrp-bridge/runtime/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadService, targets } from '../targets.ts';

/** Throws the errors that `deleteExpired` only logs, so that a failing rule also fails its test. */
const log = {
  warn({ err }: { err: Error }) {
    throw err;
  },
} as unknown as Logger;
let database: TestDatabase;
let services: AnyService[];
/** The rows of docs/retention.md by table, grouped by the heading of their section. */
let documented: Map<string, Map<string, string>>;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await Promise.all(targets.map((target) => loadService[target]()));
  await migrateAll(services, () => database.url);
  documented = readTables(await readFile(new URL('../../../docs/retention.md', import.meta.url), 'utf8'));
});
afterAll(() => database?.drop());

function readTables(page: string): Map<string, Map<string, string>> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const rows = section.split('\n').filter((line) => line.startsWith('| `'));
      const tables = rows.flatMap((row) =>
        [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => [name, row]),
      );
      return [section.slice(0, section.indexOf('\n')), new Map(tables as [string, string][])];
    }),
  );
}

const everywhere = 'Every service and the BFF';
const headingOf = (schema: string) =>
  schema === 'bus'
    ? 'Events on PostgreSQL (`bus`)'
    : schema.endsWith('_jobs')
      ? 'Jobs (`<service>_jobs`, or Redis)'
      : schema;

/** Lists every table of the migrated database, as schema and name. A partition counts as its table. */
async function listTables(): Promise<{ schema: string; name: string }[]> {
  return withOwner(database.url, async (db) => {
    const { rows } = await sql<{ schema: string; name: string }>`
      select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition
        and nspname <> 'information_schema' and nspname not like 'pg\\_%'`.execute(db);
    return rows;
  });
}

describe('docs/retention.md', () => {
  it('names every table of the database', async () => {
    const tables = await listTables();
    const missing = tables.filter(
      ({ schema, name }) => !documented.get(headingOf(schema))?.has(name) && !documented.get(everywhere)?.has(name),
    );
    expect(missing).toEqual([]);
  });

  it('names only tables that the database has', async () => {
    const tables = await listTables();
    const isThere = (heading: string, name: string) =>
      tables.some((table) => table.name === name && [headingOf(table.schema), everywhere].includes(heading));
    const gone = [...documented].flatMap(([heading, rows]) =>
      [...rows.keys()].filter((name) => !isThere(heading, name)).map((name) => `${heading}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('names the number of days of each retention rule', () => {
    for (const { name: service, retention = {} } of services) {
      for (const [table, { days }] of Object.entries(retention)) {
        if (days === 0) continue;
        expect(documented.get(service)?.get(table), `${service}.${table}`).toMatch(new RegExp(`\\b${days} days?\\b`));
      }
    }
  });
});

interface Seed {
  /** Returns SQL that inserts a row whose age is counted from the time `at`. */
  row(at: string): string;
  /** Returns SQL that inserts a row of the same age that the rule must not delete. */
  stays?(at: string): string;
}

const id = 'md5(random()::text)';
const transferAt = (at: string, address = 'null') => `
  insert into transfer (id, from_exchange, to_wallet, service_fee, status, destination_address, version, created_at, updated_at)
  values (${id}, 'kraken', 'xumm', '4.00', 'completed', ${address}, 1, ${at}, ${at})`;
const paymentAt = (at: string, status: string, paidAt = 'null') => `
  insert into payment (id, order_id, product, channel, amount_cents, status, paid_at, created_at, checked_at, opened_by)
  values (${id}, ${id}, 'guide', 'intent', 400, '${status}', ${paidAt}, ${at}, ${at}, ${id})`;
const withContact = (insert: string) => `
  with k as (insert into contact (reason, email, created_at) values ('concierge', ${id}, now()) returning id) ${insert}`;

const seeds: Record<string, Seed> = {
  'transfer.arrival': {
    row: (at) => `
      with t as (${transferAt('now()')} returning id)
      insert into arrival (transfer_id, hash, delivered_drops, ledger_index, at)
      select id, upper(${id} || ${id}), 1, 1, ${at} from t`,
  },
  'transfer.transfer': { row: (at) => transferAt(at, "'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'") },
  'payment.payment': {
    row: (at) => paymentAt(at, 'canceled'),
    stays: (at) => paymentAt(at, 'succeeded', at),
  },
  'payment.concierge_order': {
    row: (at) => `insert into concierge_order (order_id, created_at) values (${id}, ${at})`,
    stays: (at) => `
      with p as (${paymentAt(at, 'succeeded', at)} returning order_id)
      insert into concierge_order (order_id, created_at) select order_id, ${at} from p`,
  },
  'payment.subscription': {
    row: (at) => `
      insert into subscription (id, subscriber_id, status, trial, created_at, checked_at)
      values (${id}, gen_random_uuid(), 'ended', true, ${at}, ${at})`,
    stays: (at) => `
      insert into subscription (id, subscriber_id, status, trial, provider_id, created_at, checked_at)
      values (${id}, gen_random_uuid(), 'ended', true, ${id}, ${at}, ${at})`,
  },
  'payment.velocity': {
    row: (at) => `
      with p as (${paymentAt(at, 'canceled')} returning opened_by)
      insert into velocity (day, source) select ${at}, 'visitor ' || opened_by from p`,
    stays: (at) => `
      with p as (${paymentAt(at, 'failed')} returning opened_by)
      insert into velocity (day, source) select ${at}, 'visitor ' || opened_by from p`,
  },
  'ads.post': {
    row: (at) => `
      insert into post (id, theme, text, status, trigger, window_name, planned_at)
      values (${id}, 'fees', 'text', 'failed', 'schedule', 'Morning', ${at})`,
    stays: (at) => `
      insert into post (id, variation_id, theme, text, status, trigger, window_name, planned_at, next_try_at)
      select ${id}, id, theme, text, 'unclear', 'schedule', 'Morning', ${at}, ${at} from variation limit 1`,
  },
  'ads.click': { row: (at) => `insert into click (day, visitor, ad_id) values (${at}, ${id}, 'ad')` },
  'signals.week': { row: (at) => `insert into week (ends_on, facts, written_at) values (${at}, '{}', ${at})` },
  'signals.signals_day': {
    row: (at) => `insert into signals_day (day, facts, written_at) values (${at}, '{}', ${at})`,
  },
  'notification.task': {
    row: (at) => `
      insert into task (id, kind, cause, since, why, done_at, done_by)
      values (${id}, 'refund_request', ${id}, ${at}, 'why', ${at}, 'ann')`,
    stays: (at) => `
      insert into task (id, kind, cause, since, why) values (${id}, 'refund_request', ${id}, ${at}, 'why')`,
  },
  'notification.task_settlement': {
    row: (at) => `insert into task_settlement (kind, cause, at, reason) values ('dispute', ${id}, ${at}, 'over')`,
  },
  'notification.operator_alert': {
    row: (at) => `insert into operator_alert (id, kind, facts, created_at) values (${id}, 'disputes', '{}', ${at})`,
  },
  'notification.mail': {
    row: (at) =>
      withContact(`
      insert into mail (id, contact_id, template, facts, created_at)
      select ${id}, id, 'signals_day', '{}', ${at} from k`),
  },
  'notification.concierge_link': {
    row: (at) =>
      withContact(`
      insert into concierge_link (hash, contact_id, expires_at) select ${id}::bytea, id, ${at} from k`),
  },
  'notification.consent': {
    row: (at) =>
      withContact(`
      insert into consent (contact_id, change, at)
      select id, change, changed_at from k, (values ('asked', ${at}), ('asked', now())) v (change, changed_at)`),
  },
  'notification.concierge': {
    row: (at) => `insert into concierge (order_id, created_at) values (${id}, ${at})`,
    stays: (at) => `insert into concierge (order_id, owned, created_at) values (${id}, true, ${at})`,
  },
  'notification.issue': {
    row: (at) => `insert into issue (id, newsletter, facts, created_at) values (${id}, 'market', '{}', ${at})`,
  },
  'notification.tombstone': {
    row: (at) => `insert into tombstone (kind, row_id, at) values ('contact', ${id}, ${at})`,
  },
  'bff.tombstone': {
    row: (at) => `insert into tombstone (kind, row_id, at) values ('operator_session', ${id}, ${at})`,
  },
  'bff.audit': {
    row: (at) => `insert into audit (at, operator, ip, action, outcome) values (${at}, 'ann', '::1', 'act', 'done')`,
  },
  'bff.operator_session': {
    row: (at) => `insert into operator_session (token_hash, name, expires_at) values (${id}::bytea, 'ann', ${at})`,
  },
  'bff.sign_in_failure': { row: (at) => `insert into sign_in_failure (network, at) values ('::1', ${at})` },
  'bff.address_step': {
    row: (at) => `insert into address_step (day, from_exchange, to_wallet, times) values (${at}, 'kraken', 'xumm', 1)`,
  },
  'bff.secret': {
    row: (at) => `insert into secret (name, value) values ('visitors ' || (${at})::date, 'x')`,
    stays: () => `insert into secret (name, value) values ('operator-device', 'x')`,
  },
};

describe('deleteExpired', () => {
  it('is tested with a row for each retention rule', () => {
    const rules = services.flatMap(({ name, retention }) =>
      Object.keys(retention ?? {}).map((table) => `${name}.${table}`),
    );
    expect(Object.keys(seeds).toSorted()).toEqual(rules.toSorted());
  });

  it.each(Object.entries(seeds))('deletes the expired rows of %s and no others', async (rule, { row, stays }) => {
    const [service, table = ''] = rule.split('.');
    const expiry = services.find(({ name }) => name === service)?.retention?.[table];
    if (!expiry) throw new Error(`${rule} has no retention`);
    const daysAgo = (days: number) => `now() - interval '${days} days'`;
    const old = daysAgo(expiry.days + 2);
    await withOwner(database.url, async (db) => {
      await sql`set search_path to ${sql.id(service as string)}, public`.execute(db);
      const tx = await db.startTransaction().execute();
      await allowNulls(tx, table);
      for (const insert of [row(old), row(daysAgo(expiry.days - 1)), ...(stays ? [stays(old)] : [])]) {
        await sql.raw(insert).execute(tx);
      }
      const before = await count(tx, table);
      await deleteExpired(tx, { [table]: expiry }, log);
      const cleared = expiry.clear?.map((column) => sql`${sql.ref(column)} is null`);
      const after = await count(tx, table, cleared ? sql`not (${sql.join(cleared, sql` and `)})` : sql`true`);
      expect(after).toBe(before - 1);
      await tx.rollback().execute();
    });
  });
});

it.each([
  ['ads', 'click', `insert into click (day, visitor, ad_id) values (today, 'ann', 'ad')`],
  ['payment', 'velocity', `insert into velocity (day, source) values (today, 'card 1')`],
  ['bff', 'secret', `insert into secret (name, value) values ('visitors ' || today, 'x')`],
])(
  'deleteExpired of the service %s leaves the rows of the current UTC day in %s, whatever the time zone',
  async (service, table, insert) => {
    const expiry = services.find(({ name }) => name === service)?.retention?.[table];
    if (!expiry) throw new Error(`${table} has no retention`);
    await withOwner(database.url, async (db) => {
      await sql`set search_path to ${sql.id(service)}`.execute(db);
      // This time zone is more than four days ahead of UTC, so each of its days ends before the same day begins in UTC.
      await sql`set timezone to '<far>-100'`.execute(db);
      const today = `((now() at time zone 'UTC')::date)`;
      await sql.raw(insert.replace('today', today)).execute(db);
      const before = await count(db, table);
      await deleteExpired(db, { [table]: expiry }, log);
      expect(await count(db, table)).toBe(before);
    });
  },
);

/** Makes every column nullable, because the test rows contain only the columns that their rule reads. */
async function allowNulls(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
      and not exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey))`.execute(
    db,
  );
  for (const { name } of rows) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(name)} drop not null`.execute(db);
  }
}

async function count(db: Kysely<unknown>, table: string, where = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}
