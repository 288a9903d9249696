import { z } from 'zod';
import { defineRoute } from './define.ts';
import { transferIdSchema } from './transfer.ts';

const endpointSchema = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .meta({ description: 'Address of the browser’s push server' });

/** A browser's push subscription (https://www.w3.org/TR/push-api/#dom-pushsubscriptionjson). */
export const pushSubscription = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: z
      .string()
      .regex(/^[\w-]{87}$/)
      .meta({ description: 'Public key of the browser: an uncompressed P-256 point' }),
    auth: z
      .string()
      .regex(/^[\w-]{22}$/)
      .meta({ description: 'Shared secret of 16 bytes' }),
  }),
});

export const pushEndpoint = z.strictObject({ endpoint: endpointSchema });

const pushKeySchema = z.object({
  publicKey: z.string().meta({ description: 'Public VAPID key (RFC 8292), with which a browser subscribes' }),
});

/** The content of a push message. The push server cannot read it (RFC 8291). */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the guide's page. */
  path: string;
}

const params = z.object({ transferId: transferIdSchema });

/** Push routes of the notification service, for other services only. */
export const pushApi = {
  readKey: defineRoute({
    method: 'GET',
    path: '/push-key',
    summary: 'Returns the public key with which browsers subscribe to push messages',
    access: 'internal',
    reply: pushKeySchema,
  }),
  save: defineRoute({
    method: 'PUT',
    path: '/transfers/{transferId}/push-subscription',
    summary: 'Stores a browser’s push subscription for the arrival of a transfer',
    access: 'internal',
    params,
    body: pushSubscription,
    idempotent: true,
    errors: ['invalid_input'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/transfers/{transferId}/push-subscription',
    summary: 'Deletes a browser’s push subscription for a transfer',
    access: 'internal',
    params,
    body: pushEndpoint,
    idempotent: true,
  }),
};
