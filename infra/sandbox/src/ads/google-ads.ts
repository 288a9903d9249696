import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../provider.ts';
import { type Campaigns, type Refuse, type SandboxAd, type SandboxCampaign, servePlatform } from './platform.ts';

// The paths and formats follow https://developers.google.com/google-ads/api/rest/overview.

const tokenSeconds = 3_600;
const longestKeyword = 80;
const longestHeadline = 30;
const longestDescription = 90;

const textAssets = (least: number, most: number, longest: number) =>
  z
    .array(
      z.strictObject({
        text: z
          .string()
          .min(1)
          .max(longest)
          .regex(/^[^\p{Cc}]*$/u),
      }),
    )
    .min(least)
    .max(most)
    .refine((assets) => new Set(assets.map(({ text }) => text)).size === assets.length);

const create = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ create: z.object(shape) });
const operation = z.union([
  z.strictObject({
    campaignBudgetOperation: create({ resourceName: z.string(), amountMicros: z.string().regex(/^\d+$/) }),
  }),
  z.strictObject({
    campaignOperation: create({
      resourceName: z.string(),
      name: z.string().min(1).max(255),
      status: z.literal('PAUSED'),
      advertisingChannelType: z.literal('SEARCH'),
      campaignBudget: z.string(),
      containsEuPoliticalAdvertising: z.literal('DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'),
    }),
  }),
  z.strictObject({ adGroupOperation: create({ resourceName: z.string(), campaign: z.string(), name: z.string() }) }),
  z.strictObject({
    adGroupCriterionOperation: create({
      adGroup: z.string(),
      keyword: z.object({
        text: z.string().min(1).max(longestKeyword),
        matchType: z.enum(['EXACT', 'PHRASE', 'BROAD']),
      }),
    }),
  }),
  z.strictObject({
    adGroupAdOperation: create({
      adGroup: z.string(),
      status: z.literal('ENABLED'),
      ad: z.strictObject({
        finalUrls: z.array(z.url({ protocol: /^https?$/ })).min(1),
        responsiveSearchAd: z.strictObject({
          headlines: textAssets(3, 15, longestHeadline),
          descriptions: textAssets(2, 4, longestDescription),
        }),
      }),
    }),
  }),
]);
const mutateRequest = z.strictObject({ mutateOperations: z.array(operation).min(1) });
const statusRequest = z.strictObject({
  operations: z
    .array(
      z.union([
        z.strictObject({ remove: z.string() }),
        z.strictObject({
          updateMask: z.literal('status'),
          update: z.strictObject({ resourceName: z.string(), status: z.enum(['ENABLED', 'PAUSED']) }),
        }),
      ]),
    )
    .length(1),
});

const failure = 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure';

const refuse: Refuse = (reply, status, code, message) =>
  reply.code(status).send({
    error: {
      code: status,
      status: code,
      // Google names the actual error only in `details`.
      ...(status === 400
        ? { message: 'Request contains an invalid argument.', details: [{ '@type': failure, errors: [{ message }] }] }
        : { message }),
    },
  });

/**
 * Serves Google Ads' REST paths, and the OAuth server that exchanges a refresh token for an access
 * token.
 */
export function serveGoogleAds(app: FastifyInstance, world: World, campaigns: Campaigns): void {
  const { clock } = world;
  const tokens = new Map<string, number>();
  const serve = servePlatform(world, 'google-ads', refuse);

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post(
    '/token',
    serve((request, reply) => {
      const form = request.body as Record<string, string> | undefined;
      if (form?.grant_type !== 'refresh_token' || !form.refresh_token?.startsWith('sandbox') || !form.client_secret) {
        return reply.code(400).send({ error: 'invalid_grant', error_description: 'Bad Request' });
      }
      const access_token = `ya29.sandbox-${tokens.size + 1}`;
      tokens.set(access_token, clock.now() + tokenSeconds * 1_000);
      return {
        access_token,
        expires_in: tokenSeconds,
        token_type: 'Bearer',
        scope: 'https://www.googleapis.com/auth/adwords',
      };
    }),
  );

  /** Returns the customer id of a request; null if the request is refused. */
  function customerOf(request: FastifyRequest, reply: FastifyReply): string | null {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now()) {
      refuse(reply, 401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      return null;
    }
    if (!request.headers['developer-token']) {
      refuse(reply, 401, 'UNAUTHENTICATED', 'The developer token is missing.');
      return null;
    }
    return (request.params as { customer: string }).customer;
  }

  const base = '/v26/customers/:customer';
  app.post(
    `${base}/googleAds::mutate`,
    serve(
      (request, reply) => {
        const customer = customerOf(request, reply);
        if (customer === null) return reply;
        const parsed = mutateRequest.safeParse(request.body);
        if (!parsed.success) return refuse(reply, 400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
        return mutate(customer, parsed.data.mutateOperations, reply);
      },
      { changes: true },
    ),
  );

  function mutate(account: string, operations: z.infer<typeof operation>[], reply: FastifyReply): unknown {
    const budgets = new Map<string, number>();
    let planned: { name: string; budget: string } | undefined;
    const keywords: string[] = [];
    const groups: string[] = [];
    const ads: SandboxAd[] = [];
    for (const one of operations) {
      if ('campaignBudgetOperation' in one) {
        const { resourceName, amountMicros } = one.campaignBudgetOperation.create;
        budgets.set(resourceName, Number(amountMicros) / 10_000);
      } else if ('campaignOperation' in one) {
        const { name, campaignBudget } = one.campaignOperation.create;
        planned = { name, budget: campaignBudget };
      } else if ('adGroupOperation' in one) groups.push(one.adGroupOperation.create.resourceName);
      else if ('adGroupCriterionOperation' in one) keywords.push(one.adGroupCriterionOperation.create.keyword.text);
      else {
        const { adGroup, ad } = one.adGroupAdOperation.create;
        if (!groups.includes(adGroup)) return refuse(reply, 400, 'INVALID_ARGUMENT', 'Resource was not found.');
        const { headlines, descriptions } = ad.responsiveSearchAd;
        const texts = [...headlines, ...descriptions].map(({ text }) => text);
        ads.push({ id: campaigns.createId(), texts, link: ad.finalUrls[0] as string });
      }
    }
    const budgetCents = planned && budgets.get(planned.budget);
    if (!planned || !budgetCents) return refuse(reply, 400, 'INVALID_ARGUMENT', 'A campaign needs a budget.');
    const { name } = planned;
    // Google requires unique campaign names.
    if (campaigns.of('google', account).some((other) => other.name === name && other.status !== 'REMOVED')) {
      return refuse(reply, 400, 'INVALID_ARGUMENT', 'The name is assigned to another campaign.');
    }
    const { id } = Object.assign(campaigns.add({ platform: 'google', account, name, budgetCents }), {
      keywords,
      groups,
      ads,
    });
    const results = ['campaignBudgets', 'campaigns', 'adGroups', 'adGroupAds'] as const;
    return {
      mutateOperationResponses: operations.map((one) => {
        const [kind] = Object.keys(one) as [string];
        const noun = kind.replace(/Operation$/, '');
        const collection = results.find((each) => each === `${noun}s`) ?? 'adGroupCriteria';
        return { [`${noun}Result`]: { resourceName: `customers/${account}/${collection}/${id}` } };
      }),
    };
  }

  app.post(
    `${base}/campaigns::mutate`,
    serve(
      (request, reply) => {
        const customer = customerOf(request, reply);
        if (customer === null) return reply;
        const parsed = statusRequest.safeParse(request.body);
        if (!parsed.success) return refuse(reply, 400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
        const [change] = parsed.data.operations as [(typeof parsed.data.operations)[number]];
        const resourceName = 'remove' in change ? change.remove : change.update.resourceName;
        const found = campaigns.of('google', customer).find(({ id }) => resourceName.endsWith(`/campaigns/${id}`));
        if (!found) return refuse(reply, 404, 'NOT_FOUND', 'The campaign was not found.');
        found.status = 'remove' in change ? 'REMOVED' : change.update.status === 'ENABLED' ? 'ACTIVE' : 'PAUSED';
        return { results: [{ resourceName }] };
      },
      { changes: true },
    ),
  );

  app.post(
    `${base}/googleAds::searchStream`,
    serve((request, reply) => {
      const customer = customerOf(request, reply);
      if (customer === null) return reply;
      const query = String((request.body as { query?: unknown } | undefined)?.query ?? '');
      if (!/^SELECT .+ FROM campaign WHERE /.test(query)) {
        return refuse(reply, 400, 'INVALID_ARGUMENT', 'Error in query: this is not played here.');
      }
      const results = campaigns.of('google', customer).filter((campaign) => matchesQuery(campaign, query));
      const rows = results.map((campaign) => rowOf(campaign, query.includes('metrics.')));
      return rows.length > 0 ? [{ results: rows }] : [];
    }),
  );
}

/** Evaluates the supported part of GAQL: a filter by name or by ids. */
function matchesQuery({ id, name, status }: SandboxCampaign, query: string): boolean {
  const named = /campaign\.name = '((?:[^'\\]|\\.)*)'/.exec(query)?.[1]?.replace(/\\(.)/g, '$1');
  const ids = /campaign\.id IN \(([\d, ]+)\)/.exec(query)?.[1]?.split(/, ?/);
  if (query.includes("status != 'REMOVED'") && status === 'REMOVED') return false;
  return named === name || (ids?.includes(id) ?? false);
}

function rowOf({ id, name, account, spendCents, impressions, clicks }: SandboxCampaign, withMetrics: boolean) {
  return {
    campaign: { resourceName: `customers/${account}/campaigns/${id}`, id, name },
    ...(withMetrics && {
      metrics: {
        costMicros: String(spendCents * 10_000),
        impressions: String(impressions),
        clicks: String(clicks),
      },
    }),
  };
}
