import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Json, startHarness } from './harness.ts';

let sandbox: Harness;
let token: string;

beforeAll(async () => {
  sandbox = await startHarness();
});
afterEach(async () => {
  await sandbox.control('POST', 'reset');
  token = '';
});
afterAll(() => sandbox?.stop());

async function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

const fault = (provider: string, kind: string, lie?: string) =>
  sandbox.control('POST', 'faults', { provider, kind, forMs: 60_000, ...(lie ? { lie } : {}) });
const campaigns = async () => (await sandbox.control('GET', 'state')).body.campaigns;

describe('Google Ads', () => {
  async function google(call: string, body: object, headers: Record<string, string> = {}) {
    if (!token) {
      const form = { grant_type: 'refresh_token', client_id: 'c', client_secret: 's', refresh_token: 'sandbox' };
      const answer = await fetch(`${sandbox.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
      token = ((await answer.json()) as { access_token: string }).access_token;
    }
    const known = { authorization: `Bearer ${token}`, 'developer-token': 'd', ...headers };
    return send('POST', `/v26/customers/123/${call}`, body, known);
  }
  const operations = (name: string) => ({
    mutateOperations: [
      {
        campaignBudgetOperation: {
          create: { resourceName: 'customers/123/campaignBudgets/-1', amountMicros: '50000000' },
        },
      },
      {
        campaignOperation: {
          create: {
            resourceName: 'customers/123/campaigns/-2',
            name,
            status: 'PAUSED',
            advertisingChannelType: 'SEARCH',
            campaignBudget: 'customers/123/campaignBudgets/-1',
            containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          },
        },
      },
    ],
  });

  it('creates a campaign with its budget, and only one campaign per name', async () => {
    const made = await google('googleAds:mutate', operations('Autumn'));
    expect(made.body.mutateOperationResponses[1].campaignResult.resourceName).toMatch(
      /^customers\/123\/campaigns\/\d+$/,
    );
    expect(await campaigns()).toMatchObject([
      { platform: 'google', name: 'Autumn', status: 'PAUSED', budgetCents: 5_000 },
    ]);
    const again = await google('googleAds:mutate', operations('Autumn'));
    const [{ errors }] = again.body.error.details;
    expect([again.status, errors]).toEqual([400, [{ message: 'The name is assigned to another campaign.' }]]);
  });

  const adGroup = 'customers/123/adGroups/-3';
  const withAd = (name: string, headlines: string[], descriptions: string[]) => ({
    mutateOperations: [
      ...operations(name).mutateOperations,
      { adGroupOperation: { create: { resourceName: adGroup, campaign: 'customers/123/campaigns/-2', name } } },
      {
        adGroupAdOperation: {
          create: {
            adGroup,
            status: 'ENABLED',
            ad: {
              finalUrls: ['https://bridge.example.com'],
              responsiveSearchAd: {
                headlines: headlines.map((text) => ({ text })),
                descriptions: descriptions.map((text) => ({ text })),
              },
            },
          },
        },
      },
    ],
  });

  it('creates a search ad with the campaign', async () => {
    const made = await google('googleAds:mutate', withAd('Autumn', ['a', 'b', 'c'], ['d', 'e']));
    expect(made.body.mutateOperationResponses[3].adGroupAdResult.resourceName).toMatch(/^customers\/123\/adGroupAds\//);
    expect(await campaigns()).toMatchObject([
      { groups: [adGroup], ads: [{ texts: ['a', 'b', 'c', 'd', 'e'], link: 'https://bridge.example.com' }] },
    ]);
  });

  it.each([
    ['too few headlines', ['a', 'b'], ['d', 'e']],
    ['a repeated headline', ['a', 'b', 'b'], ['d', 'e']],
    ['a headline of 31 characters', ['a', 'b', 'c'.repeat(31)], ['d', 'e']],
    ['a description of 91 characters', ['a', 'b', 'c'], ['d', 'e'.repeat(91)]],
    ['a description of two lines', ['a', 'b', 'c'], ['d', 'e\nf']],
  ])('refuses a search ad with %s and creates nothing', async (_what, headlines, descriptions) => {
    expect((await google('googleAds:mutate', withAd('Autumn', headlines, descriptions))).status).toBe(400);
    expect(await campaigns()).toEqual([]);
  });

  it('requires its own developer token and access token', async () => {
    const strangers: Record<string, string>[] = [{ authorization: 'Bearer made-up' }, { 'developer-token': '' }];
    for (const headers of strangers) {
      expect((await google('googleAds:mutate', operations('Autumn'), headers)).status).toBe(401);
    }
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'stolen', client_secret: 's' });
    expect((await fetch(`${sandbox.url}/token`, { method: 'POST', body: form })).status).toBe(400);
  });

  it('finds a campaign by name and returns its metrics by id', async () => {
    const { body } = await google('googleAds:mutate', operations("Ann's"));
    const id = body.mutateOperationResponses[1].campaignResult.resourceName.split('/').at(-1);
    const byName = "SELECT campaign.id FROM campaign WHERE campaign.name = 'Ann\\'s' AND campaign.status != 'REMOVED'";
    const found = await google('googleAds:searchStream', { query: byName });
    expect(found.body).toMatchObject([{ results: [{ campaign: { id, name: "Ann's" } }] }]);
    await sandbox.control('POST', 'campaigns', { id, spendCents: 1_234, impressions: 50, clicks: 2 });
    const query = `SELECT campaign.id, metrics.cost_micros FROM campaign WHERE campaign.id IN (${id})`;
    const [{ results }] = (await google('googleAds:searchStream', { query })).body;
    expect(results[0].metrics).toEqual({ costMicros: '12340000', impressions: '50', clicks: '2' });
  });

  it.each(['unanswered', 'error-after'])(
    'creates the campaign but loses the response during the fault “lying” (%s)',
    async (lie) => {
      await google('googleAds:searchStream', { query: "SELECT campaign.id FROM campaign WHERE campaign.name = 'x'" });
      await fault('google-ads', 'lying', lie);
      const answer = google('googleAds:mutate', operations('Lost'));
      if (lie === 'unanswered') await expect(answer).rejects.toThrow();
      else expect((await answer).status).toBe(503);
      expect(await campaigns()).toMatchObject([{ name: 'Lost' }]);
    },
  );

  it('creates nothing from a refused request, even during the fault “lying”', async () => {
    await google('googleAds:mutate', operations('Autumn'));
    await fault('google-ads', 'lying');
    expect((await google('googleAds:mutate', operations('Autumn'))).status).toBe(400);
    expect(await campaigns()).toHaveLength(1);
  });
});

describe('Meta', () => {
  const headers = { authorization: 'Bearer sandbox' };
  const campaign = {
    name: 'Autumn',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    special_ad_categories: ['FINANCIAL_PRODUCTS_SERVICES'],
    daily_budget: 3_000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  };

  it('creates an ad set, and an ad with its creative in the ad set', async () => {
    const { id } = (await send('POST', '/v24.0/act_1/campaigns', campaign, headers)).body;
    const set = {
      name: 'Set',
      campaign_id: id,
      billing_event: 'IMPRESSIONS',
      optimization_goal: 'LINK_CLICKS',
      targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
      status: 'ACTIVE',
    };
    expect((await send('POST', '/v24.0/act_2/adsets', set, headers)).status).toBe(400);
    const unsaid = { ...set, targeting: { geo_locations: { countries: ['US'] } } };
    expect((await send('POST', '/v24.0/act_1/adsets', unsaid, headers)).status).toBe(400);
    const made = await send('POST', '/v24.0/act_1/adsets', set, headers);
    const link_data = { link: 'https://bridge.example.com', message: 'Your own wallet.' };
    const ad = {
      name: 'Ad',
      adset_id: made.body.id,
      status: 'ACTIVE',
      creative: { object_story_spec: { page_id: '7', link_data } },
    };
    const noPage = { ...ad, creative: { object_story_spec: { link_data } } };
    expect((await send('POST', '/v24.0/act_1/ads', noPage, headers)).status).toBe(400);
    expect((await send('GET', `/v24.0/${id}/ads`, undefined, headers)).body.data).toEqual([]);
    const shown = await send('POST', '/v24.0/act_1/ads', ad, headers);
    expect((await send('GET', `/v24.0/${id}/adsets`, undefined, headers)).body.data).toEqual([{ id: made.body.id }]);
    expect((await send('GET', `/v24.0/${id}/ads`, undefined, headers)).body.data).toEqual([{ id: shown.body.id }]);
    expect(await campaigns()).toMatchObject([
      { ads: [{ texts: ['Your own wallet.'], link: 'https://bridge.example.com' }] },
    ]);
  });

  it('creates a second campaign of the same name, as the real platform does', async () => {
    for (let times = 0; times < 2; times++) {
      expect((await send('POST', '/v24.0/act_1/campaigns', campaign, headers)).status).toBe(200);
    }
    const filtering = JSON.stringify([{ field: 'name', operator: 'CONTAIN', value: 'Aut' }]);
    const found = await send('GET', `/v24.0/act_1/campaigns?${new URLSearchParams({ filtering })}`, undefined, headers);
    expect(found.body.data).toHaveLength(2);
    const others = await send(
      'GET',
      `/v24.0/act_2/campaigns?${new URLSearchParams({ filtering })}`,
      undefined,
      headers,
    );
    expect(others.body.data).toEqual([]);
  });

  it('responds with 400 and an error code to too many requests', async () => {
    await fault('meta', 'rate-limited');
    const answer = await send('POST', '/v24.0/act_1/campaigns', campaign, headers);
    expect([answer.status, answer.body.error.code]).toEqual([400, 17]);
  });

  it('returns no metrics for a campaign that was never shown', async () => {
    const { body } = await send('POST', '/v24.0/act_1/campaigns', campaign, headers);
    const filtering = JSON.stringify([{ field: 'campaign.id', operator: 'IN', value: [body.id] }]);
    const path = `/v24.0/act_1/insights?${new URLSearchParams({ filtering })}`;
    expect((await send('GET', path, undefined, headers)).body.data).toEqual([]);
    await sandbox.control('POST', 'campaigns', { id: body.id, spendCents: 250, impressions: 10, clicks: 1 });
    expect((await send('GET', path, undefined, headers)).body.data).toEqual([
      { campaign_id: body.id, spend: '2.50', impressions: '10', clicks: '1' },
    ]);
  });
});

describe('the ad networks', () => {
  it('return a sample ad, or the ad that a test has set, even an invalid one', async () => {
    expect((await send('GET', '/coinzilla/serve/native.php?z=1')).body.ad.name).toBe('Sample ad of coinzilla');
    const wrong = { network: 'bitmedia', title: '<script>', clickUrl: 'javascript:alert(1)' };
    await sandbox.control('POST', 'network-ads', wrong);
    const { body } = await send('POST', '/bitmedia/1', { id: 'a', imp: [] });
    const { native } = JSON.parse(body.seatbid[0].bid[0].adm);
    expect([native.link.url, native.assets[0].title.text]).toEqual(['javascript:alert(1)', '<script>']);
  });

  it('fail only while a fault of the same network is set', async () => {
    await fault('coinzilla', 'error');
    expect((await send('GET', '/coinzilla/serve/native.php?z=1')).status).toBe(500);
    expect((await send('POST', '/bitmedia/1', { id: 'a' })).status).toBe(200);
  });
});
