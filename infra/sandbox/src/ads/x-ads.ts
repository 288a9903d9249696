import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../provider.ts';
import { readToken } from '../x/oauth.ts';
import { type Campaigns, type Counted, type Refuse, servePlatform } from './platform.ts';

// Serves the part of X's Ads API that we use: https://docs.x.com/x-ads-api

const newCampaign = z.strictObject({
  name: z.string().min(1).max(255),
  funding_instrument_id: z.string().min(1),
  daily_budget_amount_local_micro: z.coerce.number().int().min(1),
  entity_status: z.literal('PAUSED'),
});

const newLineItem = z.strictObject({
  campaign_id: z.string().min(1),
  name: z.string().min(1).max(255),
  product_type: z.literal('PROMOTED_TWEETS'),
  placements: z.literal('ALL_ON_TWITTER'),
  objective: z.literal('WEBSITE_CLICKS'),
  bid_strategy: z.literal('AUTO'),
  start_time: z.iso.datetime({ precision: 0 }),
  end_time: z.iso.datetime({ precision: 0 }),
  entity_status: z.enum(['ACTIVE', 'PAUSED']),
});
const newKeywords = z
  .array(
    z.strictObject({
      operation_type: z.literal('Create'),
      params: z.strictObject({
        line_item_id: z.string().min(1),
        targeting_type: z.literal('BROAD_KEYWORD'),
        operator_type: z.literal('EQ'),
        targeting_value: z.string().min(1),
      }),
    }),
  )
  .min(1)
  .max(500);
/** The user whose posts every ads account can create and promote. */
const PROMOTED_USER = '756201191646691328';
const newTweet = z.strictObject({
  as_user_id: z.literal(PROMOTED_USER),
  text: z.string().min(1),
  nullcast: z.literal('true'),
  name: z.string().min(1).max(80),
});
const newPromotion = z.strictObject({ line_item_id: z.string().min(1), tweet_ids: z.string().regex(/^\d+$/) });

const wholeHour = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
  .transform(Date.parse);
/** Query of statistics: at most 20 campaigns and seven days, from full hour to full hour. */
const statsQuery = z
  .strictObject({
    entity: z.literal('CAMPAIGN'),
    entity_ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(z.string().min(1)).max(20)),
    start_time: wholeHour,
    end_time: wholeHour,
    granularity: z.literal('TOTAL'),
    placement: z.literal('ALL_ON_TWITTER'),
    metric_groups: z.literal('ENGAGEMENT,BILLING'),
  })
  .refine(({ start_time, end_time }) => start_time < end_time && end_time - start_time <= 7 * 24 * 3_600_000);

const refuse: Refuse = (reply, status, code, message) => reply.code(status).send({ errors: [{ code, message }] });

/** Serves X's Ads API. Signatures and faults are the same as for the rest of X. */
export function serveXAds(app: FastifyInstance, world: World, campaigns: Campaigns): void {
  const serve = servePlatform(world, 'x', refuse);
  const nonces = new Set<string>();
  const root = '/12/accounts/:account';
  const base = `${root}/campaigns`;

  function isLetIn(request: FastifyRequest, reply: FastifyReply): boolean {
    if (readToken(request, nonces)) return true;
    refuse(reply, 401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated.');
    return false;
  }
  const accountOf = (request: FastifyRequest) => (request.params as { account: string }).account;

  app.post(
    base,
    serve(
      (request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const parsed = newCampaign.safeParse(request.query);
        if (!parsed.success) return refuse(reply, 400, 'INVALID_PARAMETER', 'A parameter is not valid.');
        const { name, daily_budget_amount_local_micro: micros } = parsed.data;
        const made = { name, account: accountOf(request), budgetCents: Math.round(micros / 10_000) };
        const { id } = campaigns.add({ platform: 'x', ...made });
        reply.code(201);
        return { data: { id, name, entity_status: 'PAUSED' } };
      },
      { changes: true },
    ),
  );

  app.get(
    base,
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const { q = '', campaign_ids } = request.query as { q?: string; campaign_ids?: string };
      const ids = campaign_ids?.split(',');
      const found = campaigns
        .of('x', accountOf(request))
        .filter(({ status }) => status !== 'REMOVED')
        .filter(({ id, name }) => (ids?.includes(id) ?? true) && name.toLowerCase().startsWith(q.toLowerCase()));
      return { data: found.map(({ id, name, status }) => ({ id, name, entity_status: status })) };
    }),
  );

  for (const method of ['PUT', 'DELETE'] as const) {
    app.route({
      method,
      url: `${base}/:campaign`,
      handler: serve(
        (request, reply) => {
          if (!isLetIn(request, reply)) return reply;
          const { campaign } = request.params as { campaign: string };
          const found = campaigns.of('x', accountOf(request)).find(({ id }) => id === campaign);
          if (!found) return refuse(reply, 404, 'NOT_FOUND', 'The campaign was not found.');
          const { entity_status: wanted } = request.query as { entity_status?: string };
          found.status = method === 'DELETE' ? 'REMOVED' : wanted === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
          return { data: { id: found.id, name: found.name, deleted: found.status === 'REMOVED' } };
        },
        { changes: true },
      ),
    });
  }

  const wrong = (reply: FastifyReply) => refuse(reply, 400, 'INVALID_PARAMETER', 'A parameter is not valid.');

  app.get(
    '/12/stats/accounts/:account',
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const { data: parsed } = statsQuery.safeParse(request.query);
      if (!parsed) return wrong(reply);
      const own = campaigns.of('x', accountOf(request)).filter(({ id }) => parsed.entity_ids.includes(id));
      return {
        data: own.map(({ id, added }) => {
          const then = added.filter(({ at }) => parsed.start_time <= at && at < parsed.end_time);
          // X returns null instead of zero if there is no data.
          const sum = (of: (one: Counted) => number) =>
            then.length > 0 ? [then.reduce((total, one) => total + of(one), 0)] : null;
          const metrics = {
            impressions: sum(({ impressions }) => impressions),
            url_clicks: sum(({ clicks }) => clicks),
            billed_charge_local_micro: sum(({ spendCents }) => spendCents * 10_000),
          };
          return { id, id_data: [{ segment: null, metrics }] };
        }),
      };
    }),
  );

  /**
   * Registers a POST route that creates an object in the request's campaign.
   * `make` returns undefined if there is no such campaign.
   */
  function create<Input>(
    path: string,
    schema: z.ZodType<Input>,
    from: 'query' | 'body',
    make: (input: Input, request: FastifyRequest) => unknown,
  ): void {
    app.post(
      path,
      serve(
        (request, reply) => {
          if (!isLetIn(request, reply)) return reply;
          const parsed = schema.safeParse(request[from]);
          const data = parsed.success ? make(parsed.data, request) : undefined;
          if (data === undefined) return wrong(reply);
          reply.code(201);
          return { data };
        },
        { changes: true },
      ),
    );
  }
  const inLineItem = (request: FastifyRequest, lineItem: string | undefined) =>
    campaigns.of('x', accountOf(request)).find(({ groups }) => lineItem !== undefined && groups.includes(lineItem));

  create(`${root}/line_items`, newLineItem, 'query', ({ campaign_id, name }, request) => {
    const campaign = campaigns.of('x', accountOf(request)).find(({ id }) => id === campaign_id);
    const id = campaigns.createId();
    campaign?.groups.push(id);
    return campaign && { id, campaign_id, name };
  });
  create('/12/batch/accounts/:account/targeting_criteria', newKeywords, 'body', (operations, request) => {
    const campaign = inLineItem(request, operations[0]?.params.line_item_id);
    const keywords = operations.map(({ params }) => params.targeting_value);
    campaign?.keywords.push(...keywords);
    return campaign && keywords.map((targeting_value) => ({ id: campaigns.createId(), targeting_value }));
  });
  create(`${root}/tweet`, newTweet, 'query', ({ name, text }, request) => {
    const tweet = { account: accountOf(request), id: campaigns.createId(), name, text };
    campaigns.tweets().push(tweet);
    return { id: Number(tweet.id), id_str: tweet.id, name, text };
  });
  create(`${root}/promoted_tweets`, newPromotion, 'query', ({ line_item_id, tweet_ids }, request) => {
    const campaign = inLineItem(request, line_item_id);
    const tweet = campaigns.tweets().find(({ account, id }) => account === accountOf(request) && id === tweet_ids);
    if (!campaign || !tweet) return undefined;
    const id = campaigns.createId();
    // Our texts end with the link.
    campaign.ads.push({ id, texts: [tweet.text], link: tweet.text.split(' ').at(-1) ?? '' });
    return [{ id, line_item_id, tweet_id: tweet.id }];
  });

  /** Registers a GET route that lists rows. */
  function list(path: string, rowsOf: (query: Record<string, string>, request: FastifyRequest) => object[]): void {
    app.get(
      `${root}/${path}`,
      serve((request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        return { data: rowsOf(request.query as Record<string, string>, request) };
      }),
    );
  }
  list('line_items', ({ campaign_ids }, request) => {
    const campaign = campaigns.of('x', accountOf(request)).find(({ id }) => id === campaign_ids);
    return (campaign?.groups ?? []).map((id) => ({ id, campaign_id: campaign_ids }));
  });
  list('targeting_criteria', ({ line_item_ids }, request) =>
    (inLineItem(request, line_item_ids)?.keywords ?? []).map((targeting_value) => ({
      line_item_id: line_item_ids,
      targeting_type: 'BROAD_KEYWORD',
      operator_type: 'EQ',
      targeting_value,
    })),
  );
  list('promoted_tweets', ({ line_item_ids }, request) =>
    (inLineItem(request, line_item_ids)?.ads ?? []).map(({ id }) => ({ id, line_item_id: line_item_ids })),
  );
  list('promotable_users', () => [
    { id: 'l310s', user_id: '2417045708', promotable_user_type: 'RETWEETS_ONLY' },
    { id: 'l310t', user_id: PROMOTED_USER, promotable_user_type: 'FULL' },
  ]);
  list('tweets', ({ name = '', user_id = PROMOTED_USER }, request) =>
    campaigns
      .tweets()
      .filter((tweet) => tweet.account === accountOf(request) && user_id === PROMOTED_USER)
      .filter((tweet) => tweet.name.toLowerCase().startsWith(name.toLowerCase()))
      .map((tweet) => ({ tweet_id: tweet.id, id_str: tweet.id, name: tweet.name, full_text: tweet.text })),
  );
}
