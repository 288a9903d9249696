import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../provider.ts';
import { type Campaigns, type Refuse, type SandboxCampaign, servePlatform } from './platform.ts';

// The paths and formats follow https://developers.facebook.com/docs/marketing-apis.

const newCampaign = z.strictObject({
  name: z.string().min(1).max(400),
  objective: z.literal('OUTCOME_TRAFFIC'),
  status: z.literal('PAUSED'),
  special_ad_categories: z.array(z.string()),
  special_ad_category_country: z.array(z.string().length(2)).optional(),
  daily_budget: z.int().min(100),
  bid_strategy: z.literal('LOWEST_COST_WITHOUT_CAP'),
});
const newAdSet = z.strictObject({
  name: z.string().min(1).max(400),
  campaign_id: z.string(),
  billing_event: z.literal('IMPRESSIONS'),
  optimization_goal: z.literal('LINK_CLICKS'),
  targeting: z.strictObject({
    geo_locations: z.strictObject({ countries: z.array(z.string().length(2)).min(1) }),
    targeting_automation: z.strictObject({ advantage_audience: z.literal([0, 1]) }),
  }),
  status: z.enum(['ACTIVE', 'PAUSED']),
});
const newAd = z.strictObject({
  name: z.string().min(1).max(400),
  adset_id: z.string(),
  status: z.enum(['ACTIVE', 'PAUSED']),
  creative: z.strictObject({
    name: z.string().optional(),
    object_story_spec: z.strictObject({
      page_id: z.string().regex(/^\d+$/),
      link_data: z.strictObject({
        link: z.url({ protocol: /^https?$/ }),
        message: z.string().min(1),
        name: z.string().optional(),
        call_to_action: z.strictObject({ type: z.literal('LEARN_MORE') }).optional(),
      }),
    }),
  }),
});
const filters = z.array(
  z.strictObject({ field: z.string(), operator: z.string(), value: z.union([z.string(), z.array(z.string())]) }),
);

/** Meta answers rate-limited calls with status 400; the code identifies the reason. */
const refuse: Refuse = (reply, status, code, message) =>
  reply.code(status === 429 ? 400 : status).send({
    error: {
      message,
      type: 'OAuthException',
      code: status === 429 ? 17 : status === 401 ? 190 : 100,
      error_user_title: code,
    },
  });

/** Serves the part of Meta's Graph API that we use. Accepts every token that begins with `sandbox`. */
export function serveMeta(app: FastifyInstance, world: World, campaigns: Campaigns): void {
  const serve = servePlatform(world, 'meta', refuse);

  function isLetIn(request: FastifyRequest, reply: FastifyReply): boolean {
    if (request.headers.authorization?.startsWith('Bearer sandbox')) return true;
    refuse(reply, 401, 'Invalid token', 'Invalid OAuth access token.');
    return false;
  }

  app.post(
    '/v24.0/act_:account/campaigns',
    serve(
      (request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const parsed = newCampaign.safeParse(request.body);
        if (!parsed.success) return refuse(reply, 400, 'Invalid parameter', 'Invalid parameter');
        const { account } = request.params as { account: string };
        const { name, daily_budget: budgetCents } = parsed.data;
        // Meta allows duplicate names, so a repeated request creates another campaign.
        return { id: campaigns.add({ platform: 'meta', account, name, budgetCents }).id };
      },
      { changes: true },
    ),
  );

  app.post(
    '/v24.0/act_:account/adsets',
    serve(
      (request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const { data } = newAdSet.safeParse(request.body);
        const campaign = ofAccount(request).find(({ id }) => id === data?.campaign_id);
        if (!campaign) return refuse(reply, 400, 'Invalid parameter', 'Invalid parameter');
        const id = campaigns.createId();
        campaign.groups.push(id);
        return { id };
      },
      { changes: true },
    ),
  );

  // The request for an ad contains its creative.
  app.post(
    '/v24.0/act_:account/ads',
    serve(
      (request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const { data } = newAd.safeParse(request.body);
        const campaign = ofAccount(request).find(({ groups }) => data && groups.includes(data.adset_id));
        if (!data || !campaign) return refuse(reply, 400, 'Invalid parameter', 'Invalid parameter');
        const { link, message, name } = data.creative.object_story_spec.link_data;
        const id = campaigns.createId();
        campaign.ads.push({ id, texts: [message, ...(name ? [name] : [])], link });
        return { id };
      },
      { changes: true },
    ),
  );

  for (const [edge, idsOf] of [
    ['adsets', ({ groups }: SandboxCampaign) => groups],
    ['ads', ({ ads }: SandboxCampaign) => ads.map(({ id }) => id)],
  ] as const) {
    app.get(
      `/v24.0/:campaign/${edge}`,
      serve((request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const found = findCampaign(request);
        if (!found) return refuse(reply, 400, 'Invalid parameter', 'Unsupported get request.');
        return { data: idsOf(found).map((id) => ({ id })) };
      }),
    );
  }

  app.get(
    '/v24.0/act_:account/campaigns',
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const contained = filterOf(request, 'name');
      const ids = filterOf(request, 'id');
      const found = ofAccount(request).filter(
        ({ id, name }) => ids.includes(id) || contained.some((part) => name.includes(part)),
      );
      return { data: found.map(({ id, name, status }) => ({ id, name, status })) };
    }),
  );

  app.get(
    '/v24.0/act_:account/insights',
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const ids = filterOf(request, 'campaign.id');
      // Meta returns no row for a campaign without impressions.
      const shown = ofAccount(request).filter(({ id, impressions }) => ids.includes(id) && impressions > 0);
      return {
        data: shown.map(({ id, spendCents, impressions, clicks }) => ({
          campaign_id: id,
          spend: (spendCents / 100).toFixed(2),
          impressions: String(impressions),
          clicks: String(clicks),
        })),
      };
    }),
  );

  app.post(
    '/v24.0/:campaign',
    serve(
      (request, reply) => {
        if (!isLetIn(request, reply)) return reply;
        const { status } = (request.body ?? {}) as { status?: string };
        const found = findCampaign(request);
        if (!found || !status) return refuse(reply, 400, 'Invalid parameter', 'Unsupported post request.');
        found.status = status === 'ACTIVE' ? 'ACTIVE' : status === 'PAUSED' ? 'PAUSED' : 'REMOVED';
        return { success: true };
      },
      { changes: true },
    ),
  );

  function findCampaign(request: FastifyRequest): SandboxCampaign | undefined {
    const { campaign } = request.params as { campaign: string };
    return campaigns.all().find(({ platform, id }) => platform === 'meta' && id === campaign);
  }

  function ofAccount(request: FastifyRequest) {
    const { account } = request.params as { account: string };
    return campaigns.of('meta', account).filter(({ status }) => status !== 'REMOVED');
  }
}

/** Returns the values of one field in a filter. */
function filterOf(request: FastifyRequest, field: string): string[] {
  const { filtering } = request.query as { filtering?: string };
  const parsed = filters.safeParse(JSON.parse(filtering ?? '[]'));
  const value = parsed.data?.find((filter) => filter.field === field)?.value ?? [];
  return typeof value === 'string' ? [value] : value;
}
