import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../provider.ts';
import { readToken } from '../x/oauth.ts';
import { type Campaigns, type Refuse, servePlatform } from './platform.ts';

// https://docs.x.com/x-ads-api

const newCampaign = z.strictObject({
  name: z.string().min(1).max(255),
  funding_instrument_id: z.string().min(1),
  daily_budget_amount_local_micro: z.coerce.number().int().min(1),
  entity_status: z.literal('PAUSED'),
});

const refuse: Refuse = (reply, status, code, message) => reply.code(status).send({ errors: [{ code, message }] });

/** X's ads: campaigns of an account, for whoever signs as on the rest of X. Its faults are those of `x`. */
export function serveXAds(app: FastifyInstance, world: World, campaigns: Campaigns): void {
  const serve = servePlatform(world, 'x', refuse);
  const nonces = new Set<string>();
  const base = '/12/accounts/:account/campaigns';

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
        const made = { name, account: accountOf(request), budgetCents: Math.round(micros / 10_000), keywords: [] };
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
      const { q = '' } = request.query as { q?: string };
      const found = campaigns
        .of('x', accountOf(request))
        .filter(({ name, status }) => status !== 'REMOVED' && name.toLowerCase().startsWith(q.toLowerCase()));
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
}
