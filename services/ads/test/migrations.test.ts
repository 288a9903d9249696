import { migrateService, openDatabase } from '@xrp-bridge/runtime/db';
import { figureMigrations } from '@xrp-bridge/runtime/figures';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findCampaign } from '../src/campaign-store.ts';
import { migrations } from '../src/migrations/index.ts';
import type { Tables } from '../src/store.ts';

/** A database as it was after this migration, and what runs the others. */
async function startAt(last: string) {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const migrate = (some: typeof migrations) =>
    migrateService({ url, service: 'ads', migrations: { ...figureMigrations, ...some } });
  await migrate(Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)));
  const { db, close } = openDatabase<Tables>({ url, service: 'ads', onError: () => {} });
  onTestFinished(close);
  return { db, migrateOn: () => migrate(migrations) };
}

test('of a post from before, who wanted it is told from what it came of', async () => {
  const { db, migrateOn } = await startAt('0002_campaigns_and_revenue');
  for (const by of ['Olga', 'schedule', 'test']) {
    await sql`
      insert into post (id, theme, text, status, trigger, window_name, planned_at)
      values (${by}, 'fees', 'A text. #ad', 'failed', ${by}, 'By hand', now())`.execute(db);
  }
  await migrateOn();
  expect(await db.selectFrom('post').select(['id', 'trigger', 'operator']).orderBy('id').execute()).toEqual([
    { id: 'Olga', trigger: 'operator', operator: 'Olga' },
    { id: 'schedule', trigger: 'schedule', operator: null },
    { id: 'test', trigger: 'test', operator: null },
  ]);
});

test('a campaign from before its ad was made with it has none of ours', async () => {
  const { db, migrateOn } = await startAt('0003_who_wanted_a_post');
  await sql`
    insert into campaign (id, platform, name, status, budget_cents, keywords, ad_message, target_audience, provider_id,
      created_at)
    values ('campaign_before', 'x', 'Before', 'paused', 2500, '[]', '', '', '1', now())`.execute(db);
  await migrateOn();
  expect(await findCampaign(db, 'campaign_before')).toMatchObject({ providerId: '1', hasAd: false });
});
