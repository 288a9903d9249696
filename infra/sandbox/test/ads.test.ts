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

  it('makes a campaign with its budget, once under its name', async () => {
    const made = await google('googleAds:mutate', operations('Autumn'));
    expect(made.body.mutateOperationResponses[1].campaignResult.resourceName).toMatch(
      /^customers\/123\/campaigns\/\d+$/,
    );
    expect(await campaigns()).toMatchObject([
      { platform: 'google', name: 'Autumn', status: 'PAUSED', budgetCents: 5_000 },
    ]);
    const again = await google('googleAds:mutate', operations('Autumn'));
    expect([again.status, again.body.error.message]).toEqual([400, 'The name is assigned to another campaign.']);
  });

  it('lets nobody in without a token of its own', async () => {
    const strangers: Record<string, string>[] = [{ authorization: 'Bearer made-up' }, { 'developer-token': '' }];
    for (const headers of strangers) {
      expect((await google('googleAds:mutate', operations('Autumn'), headers)).status).toBe(401);
    }
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'stolen', client_secret: 's' });
    expect((await fetch(`${sandbox.url}/token`, { method: 'POST', body: form })).status).toBe(400);
  });

  it('finds by name and tells by id how a campaign does', async () => {
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

  it.each(['unanswered', 'error-after'])('makes it and loses the answer (%s)', async (lie) => {
    await google('googleAds:searchStream', { query: "SELECT campaign.id FROM campaign WHERE campaign.name = 'x'" });
    await fault('google-ads', 'lying', lie);
    const answer = google('googleAds:mutate', operations('Lost'));
    if (lie === 'unanswered') await expect(answer).rejects.toThrow();
    else expect((await answer).status).toBe(503);
    expect(await campaigns()).toMatchObject([{ name: 'Lost' }]);
  });

  it('does nothing with what it refuses, whatever the fault', async () => {
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
  };

  it('makes a campaign of the same name as often as it is told', async () => {
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

  it('answers 400 to who asks too often, and says so in the code', async () => {
    await fault('meta', 'rate-limited');
    const answer = await send('POST', '/v24.0/act_1/campaigns', campaign, headers);
    expect([answer.status, answer.body.error.code]).toEqual([400, 17]);
  });

  it('has no figures of what was never shown', async () => {
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

describe('the networks', () => {
  it('show a sample, or what they are told, however wrong', async () => {
    expect((await send('GET', '/coinzilla/serve/native.php?z=1')).body.ad.name).toBe('Sample ad of coinzilla');
    const wrong = { network: 'bitmedia', title: '<script>', clickUrl: 'javascript:alert(1)' };
    await sandbox.control('POST', 'network-ads', wrong);
    const { body } = await send('POST', '/bitmedia/1', { id: 'a', imp: [] });
    const { native } = JSON.parse(body.seatbid[0].bid[0].adm);
    expect([native.link.url, native.assets[0].title.text]).toEqual(['javascript:alert(1)', '<script>']);
  });

  it('break down one by one', async () => {
    await fault('coinzilla', 'error');
    expect((await send('GET', '/coinzilla/serve/native.php?z=1')).status).toBe(500);
    expect((await send('POST', '/bitmedia/1', { id: 'a' })).status).toBe(200);
  });
});
