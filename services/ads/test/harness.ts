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

/** A posting window of the whole day. */
export const anyTime: PostingWindow[] = [{ name: 'Any time', fromHour: 0, toHour: 24 }];

/** A post in the sandbox's X. */
export interface OnX {
  id: string;
  text: string;
  createdAt: string;
}

/**
 * Starts instances of the ads service on PostgreSQL, with the sandbox in place of all providers.
 * All instances share one clock. The schedules are off, because tests run the jobs themselves.
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
    /** Sets the database's clock ahead of this host's, until the next `advance`. */
    makeHostSlow: (byMs: number) => setPostingTime(advancedMs + byMs),
    fault: (provider: string, kind: string, more: object = {}) =>
      control('POST', 'faults', { provider, kind, forMs: 30 * day, ...more }),
    heal: (provider: string) => control('POST', 'faults', { provider, kind: 'down', forMs: 0 }),
    /** Advances the clocks of the service, the database and the sandbox. */
    async advance(ms: number): Promise<void> {
      advancedMs += ms;
      await setPostingTime(advancedMs);
      await control('POST', 'clock', { advanceMs: ms });
    },
    /** Advances to noon of the next day (UTC), so that the test stays within one day. */
    async toNoon(): Promise<void> {
      await this.advance(day - (clock().getTime() % day) + 12 * hour);
    },
    /** Returns the posts on our X account, newest first. */
    onX: async (): Promise<OnX[]> => (await control('GET', 'state')).posts,
    /** Runs the job that the schedule starts every minute. */
    runSchedule: () => postWhenDue(context),
    automation: () => client.call(adsApi.readAutomation),
    setAutomation: (changes: BodyInputOf<typeof adsApi.changeAutomation>) =>
      client.call(adsApi.changeAutomation, { body: changes }),
    /** Posts the next ad for an operator, or for the schedule if `operator` is null. */
    postNow: (operator: string | null = 'Ann') => client.call(adsApi.postNext, { body: { operator } }),
    preview: async () => (await client.call(adsApi.previewNextPost)).preview,
    /** Returns our stored posts, newest first. */
    posts: async () => (await client.call(adsApi.listPosts, { query: { limit: 200 } })).posts,
    /** Returns the texts of the pool, newest first. */
    variations: async () => (await client.call(adsApi.listVariations, { query: { limit: 200 } })).variations,
    async events<Data>(definition: EventDefinition<string, Data>): Promise<Data[]> {
      return ((await service.published(definition.type)) as CloudEvent<Data>[]).map(({ data }) => data);
    },
    /** Deletes all posts, ends all faults, and enables posting at any time. */
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

/** Starts the ads service before a file's tests and stops it after them. */
export function useAds(options: Parameters<typeof startAds>[0] = {}): Ads {
  const ads = {} as Ads;
  beforeAll(async () => {
    Object.assign(ads, await startAds(options));
  });
  afterAll(() => ads.stop?.());
  return ads;
}
