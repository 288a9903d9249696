import type { PostingWindow } from '@xrp-bridge/contracts/ads';
import { adsApi } from '@xrp-bridge/contracts/ads';
import type { BodyInputOf, CloudEvent, EventDefinition } from '@xrp-bridge/contracts/define';
import type { Environment } from '@xrp-bridge/runtime';
import { createTestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { startSandbox } from '@xrp-bridge/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Context } from '../src/context.ts';
import { adsService } from '../src/index.ts';
import { postWhenDue } from '../src/use-cases/post-next.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** When posts of the tests are scheduled: at any time. */
export const anyTime: PostingWindow[] = [{ name: 'Any time', fromHour: 0, toHour: 24 }];

/** A post as the sandbox has it. */
export interface OnX {
  id: string;
  text: string;
  createdAt: string;
}

/**
 * The ads service on PostgreSQL, as one instance or several, with the sandbox as the outside world.
 * One clock moves all of them. What the schedules do by themselves, tests do at the moment they choose.
 */
export async function startAds({
  instances: count = 1,
  environment = {},
  overrides = {},
}: {
  instances?: number;
  environment?: Environment;
  overrides?: Partial<Context>;
} = {}) {
  const sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret: 'whsec_test' });
  const database = await createTestDatabase();
  let advancedMs = 0;
  const clock = () => new Date(Date.now() + advancedMs);
  const unscheduled = { ...adsService, schedules: () => [] };
  const instances: TestService<Context>[] = [];
  for (let n = 0; n < count; n++) {
    instances.push(
      await testService<Context>(unscheduled, {
        database,
        clock,
        environment: {
          X_API_BASE: sandbox.url,
          X_API_KEY: 'sandbox-key',
          X_API_SECRET: 'sandbox-secret',
          X_ACCESS_TOKEN: 'sandbox-token',
          X_ACCESS_SECRET: 'sandbox-token-secret',
          X_ADS_API_BASE: sandbox.url,
          X_ADS_ACCOUNT_ID: 'sandbox',
          X_ADS_FUNDING_ID: 'sandbox',
          GOOGLE_ADS_API_BASE: sandbox.url,
          GOOGLE_OAUTH_BASE: sandbox.url,
          GOOGLE_ADS_DEVELOPER_TOKEN: 'sandbox-developer',
          GOOGLE_ADS_CLIENT_ID: 'sandbox-client',
          GOOGLE_ADS_CLIENT_SECRET: 'sandbox-secret',
          GOOGLE_ADS_REFRESH_TOKEN: 'sandbox-refresh',
          GOOGLE_ADS_CUSTOMER_ID: '1234567890',
          META_API_BASE: sandbox.url,
          META_ACCESS_TOKEN: 'sandbox-token',
          META_AD_ACCOUNT_ID: '1234567890',
          META_PAGE_ID: '1234567890',
          COINZILLA_URL: `${sandbox.url}/coinzilla/serve/native.php?z=1`,
          COINZILLA_REPORT_URL: `${sandbox.url}/coinzilla/report`,
          BITMEDIA_URL: `${sandbox.url}/bitmedia/1`,
          BITMEDIA_REPORT_URL: `${sandbox.url}/bitmedia/report`,
          ...environment,
        },
        overrides,
      }),
    );
  }
  const [service] = instances as [TestService<Context>, ...TestService<Context>[]];
  const { client, context } = service;

  async function control(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }

  async function setPostingTime(aheadMs: number): Promise<void> {
    await sql`
      create or replace function posting_time() returns timestamptz language sql
      as ${sql.lit(`select clock_timestamp() + interval '${aheadMs} ms'`)}`.execute(context.db);
  }

  return {
    ...service,
    sandbox,
    instances,
    clock,
    control,
    /** Makes the clock of this host slow: the database's is ahead of it by so much, until time is moved. */
    makeHostSlow: (byMs: number) => setPostingTime(advancedMs + byMs),
    fault: (provider: string, kind: string, more: object = {}) =>
      control('POST', 'faults', { provider, kind, forMs: 30 * day, ...more }),
    heal: (provider: string) => control('POST', 'faults', { provider, kind: 'down', forMs: 0 }),
    /** Moves our time, the database's and the sandbox's. */
    async advance(ms: number): Promise<void> {
      advancedMs += ms;
      await setPostingTime(advancedMs);
      await control('POST', 'clock', { advanceMs: ms });
    },
    /** To the middle of the next day (UTC), so that what follows is all on one. */
    async toNoon(): Promise<void> {
      await this.advance(day - (clock().getTime() % day) + 12 * hour);
    },
    /** What stands on our account, newest first. */
    onX: async (): Promise<OnX[]> => (await control('GET', 'state')).posts,
    /** What the schedule does every minute. */
    look: () => postWhenDue(context),
    automation: () => client.call(adsApi.readAutomation),
    setAutomation: (changes: BodyInputOf<typeof adsApi.changeAutomation>) =>
      client.call(adsApi.changeAutomation, { body: changes }),
    /** What an operator wants now; what the schedule would do now where nobody does. */
    postNow: (operator: string | null = 'Ann') => client.call(adsApi.postNext, { body: { operator } }),
    preview: async () => (await client.call(adsApi.previewNextPost)).preview,
    /** The posts that we know of, newest first. */
    posts: async () => (await client.call(adsApi.listPosts, { query: { limit: 200 } })).posts,
    /** The texts of the pool, newest first. */
    variations: async () => (await client.call(adsApi.listVariations, { query: { limit: 200 } })).variations,
    async events<Data>(definition: EventDefinition<string, Data>): Promise<Data[]> {
      return ((await service.published(definition.type)) as CloudEvent<Data>[]).map(({ data }) => data);
    },
    /** As at the beginning: nothing posted, nothing at fault, posting on at any time. */
    async reset(): Promise<void> {
      await control('POST', 'reset');
      await control('POST', 'clock', { advanceMs: advancedMs });
      await sql`truncate post`.execute(context.db);
      await sql`update variation set times_posted = 0, last_posted_at = null, retired_at = null`.execute(context.db);
      await client.call(adsApi.changeAutomation, {
        body: { autoPostEnabled: true, dryRun: false, dailyCap: 3, windows: anyTime },
      });
    },
    async stop(): Promise<void> {
      for (const instance of instances) await instance.stop();
      await sandbox.stop();
      await database.drop();
    },
  };
}

export type Ads = Awaited<ReturnType<typeof startAds>>;

/** The ads service of a file's tests: started before them, stopped after them. */
export function useAds(options: Parameters<typeof startAds>[0] = {}): Ads {
  const ads = {} as Ads;
  beforeAll(async () => {
    Object.assign(ads, await startAds(options));
  });
  afterAll(() => ads.stop?.());
  return ads;
}
