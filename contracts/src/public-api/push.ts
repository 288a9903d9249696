import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { pushApi, pushEndpoint, pushSubscription } from '../push.ts';
import { publish } from './publish.ts';

const params = z.object({ id: z.string() });

export const ReadPushKey = publish(pushApi.readKey, { path: '/api/push-key', access: 'open' });

export const SavePushSubscription = defineRoute({
  method: 'PUT',
  path: '/api/transfers/{id}/push-subscription',
  summary: 'Sends this browser a push message when the XRP arrives',
  access: 'owner',
  ownerOf: 'params.id',
  params,
  body: pushSubscription,
  idempotent: true,
  errors: ['transfer_not_found', 'transfer_closed'],
});

export const DeletePushSubscription = defineRoute({
  method: 'DELETE',
  path: '/api/transfers/{id}/push-subscription',
  summary: 'Ends the push messages to this browser',
  access: 'owner',
  ownerOf: 'params.id',
  params,
  body: pushEndpoint,
  idempotent: true,
});
