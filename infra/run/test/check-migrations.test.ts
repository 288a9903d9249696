import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { findUnsafeStatements, hasSquawk, recordMigration } from '../check-migrations.ts';

test.skipIf(!hasSquawk).each([
  ['create index thing_name on thing (name)', 'require-concurrent-index-creation'],
  ['create index concurrently thing_name on thing (name)', 'ban-concurrent-index-creation-in-transaction'],
  ['alter table thing alter column name set not null', 'adding-not-nullable-field'],
  ['alter table thing alter column id type bigint', 'changing-column-type'],
  ["alter table thing add constraint named check (name <> '')", 'constraint-missing-not-valid'],
  ['alter table thing rename column name to title', 'renaming-column'],
  ['alter table thing drop column name', 'ban-drop-column'],
])('a migration with "%s" is refused by the rule %s', async (statement, rule) => {
  expect(await findUnsafeStatements({ 'things/0002_change': `${statement};` })).toContain(`warning: ${rule} `);
});

test.skipIf(!hasSquawk)('a migration may add a column, and a table with an index', async () => {
  const recorded = await recordMigration(async (db: Kysely<never>) => {
    await sql`alter table thing add column note text`.execute(db);
    await sql`create table part (id text primary key, thing_id text not null references thing)`.execute(db);
    await sql`create index part_thing on part (thing_id)`.execute(db);
  });
  expect(recorded).toContain('create index part_thing on part (thing_id);');
  expect(await findUnsafeStatements({ 'things/0002_expand': recorded })).toBe('');
});
