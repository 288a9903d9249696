import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../provider.ts';
import { type Campaigns, type Refuse, servePlatform } from './platform.ts';

// https://developers.facebook.com/docs/marketing-apis

const newCampaign = z.strictObject({
  name: z.string().min(1).max(400),
  objective: z.literal('OUTCOME_TRAFFIC'),
  status: z.literal('PAUSED'),
  special_ad_categories: z.array(z.string()),
  daily_budget: z.int().min(100),
});
const filters = z.array(
  z.strictObject({ field: z.string(), operator: z.string(), value: z.union([z.string(), z.array(z.string())]) }),
);

/** Meta answers 400 to those who ask too often; the code says why. */
const refuse: Refuse = (reply, status, code, message) =>
  reply.code(status === 429 ? 400 : status).send({
    error: {
      message,
      type: 'OAuthException',
      code: status === 429 ? 17 : status === 401 ? 190 : 100,
      error_user_title: code,
    },
  });

/** Meta's Graph API, as far as campaigns need it. Tokens begin with `sandbox`. */
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
        // The same name again makes another campaign.
        return { id: campaigns.add({ platform: 'meta', account, name, budgetCents, keywords: [] }).id };
      },
      { changes: true },
    ),
  );

  app.get(
    '/v24.0/act_:account/campaigns',
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const contained = filterOf(request, 'name');
      const found = ofAccount(request).filter(({ name }) => contained.some((part) => name.includes(part)));
      return { data: found.map(({ id, name, status }) => ({ id, name, status })) };
    }),
  );

  app.get(
    '/v24.0/act_:account/insights',
    serve((request, reply) => {
      if (!isLetIn(request, reply)) return reply;
      const ids = filterOf(request, 'campaign.id');
      // Of a campaign that was never shown there is no row.
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
        const { campaign } = request.params as { campaign: string };
        const { status } = (request.body ?? {}) as { status?: string };
        const found = campaigns.all().find(({ platform, id }) => platform === 'meta' && id === campaign);
        if (!found || !status) return refuse(reply, 400, 'Invalid parameter', 'Unsupported post request.');
        found.status = status === 'ACTIVE' ? 'ACTIVE' : status === 'PAUSED' ? 'PAUSED' : 'REMOVED';
        return { success: true };
      },
      { changes: true },
    ),
  );

  function ofAccount(request: FastifyRequest) {
    const { account } = request.params as { account: string };
    return campaigns.of('meta', account).filter(({ status }) => status !== 'REMOVED');
  }
}

/** What a filter asks for of a field. */
function filterOf(request: FastifyRequest, field: string): string[] {
  const { filtering } = request.query as { filtering?: string };
  const parsed = filters.safeParse(JSON.parse(filtering ?? '[]'));
  const value = parsed.data?.find((filter) => filter.field === field)?.value ?? [];
  return typeof value === 'string' ? [value] : value;
}
