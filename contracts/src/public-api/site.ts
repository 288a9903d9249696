import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeIds } from '../exchanges.ts';
import { requiredEmail } from '../inputs.ts';
import { notificationApi } from '../notification.ts';
import { walletIds } from '../wallets.ts';
import { publish } from './publish.ts';
import { optionalReason } from './reason.ts';

const ok = z.object({ ok: z.literal(true) });

export const GetConfig = defineRoute({
  method: 'GET',
  path: '/api/config',
  summary: 'Returns product name, mode, prices and ways to pay',
  access: 'open',
  reply: z.object({
    productName: z.string(),
    mode: z.enum(['sandbox', 'production']),
    prices: z.object({
      guide: z.literal('4.00'),
      concierge: z.literal('13.76'),
      bundle: z.literal('17.76'),
      currency: z.literal('USD'),
    }),
    conciergeOffered: z.boolean().meta({ description: 'Whether to offer the concierge; the API sells it either way' }),
    statementName: z.string().meta({ description: 'The payee as shown on the card statement' }),
    stripe: z.object({ publishableKey: z.string(), apiBase: z.string().optional() }),
    manualPayments: z.array(z.object({ id: z.string(), label: z.string(), handle: z.string() })),
    support: z.object({ email: z.string(), hours: z.string(), response: z.string() }),
    company: z
      .object({
        legalName: z.string().optional(),
        postalAddress: z.string().optional(),
        jurisdiction: z.string().optional(),
      })
      .meta({ description: 'The business behind the site; complete in production' }),
    socialUrl: z.url().optional().meta({ description: 'Our profile on a social network, if there is one' }),
    tip: z.object({ address: z.string(), tag: z.string().nullable() }).optional(),
  }),
});

export const LogTransferSteps = defineRoute({
  method: 'POST',
  path: '/api/log-transfer-steps',
  summary: 'Counts a visit to the address step, without personal data',
  access: 'open',
  body: z.strictObject({
    walletAddress: z.string().max(200).optional(),
    destinationTag: z.string().max(40).nullish(),
    fromExchange: z.enum(exchangeIds).optional(),
    toWallet: z.enum(walletIds).optional(),
  }),
  reply: ok,
});

export const SaveContact = defineRoute({
  method: 'POST',
  path: '/api/save-contact',
  summary: 'Stores a contact, so that support can reach the customer',
  access: 'owner',
  ownerOf: 'body.transferId',
  body: z.strictObject({
    transferId: z.string(),
    email: requiredEmail,
    phone: z.string().max(40).trim().nullish(),
    reason: z.enum(['stripe_pending_notification']),
    message: z.string().max(2000).nullish(),
  }),
  reply: ok,
  idempotent: true,
});

export const JoinQuantumWaitlist = publish(notificationApi.joinWaitlist, {
  path: '/api/quantum-waitlist',
  access: 'open',
  errors: ['overloaded'],
  shedFirst: true,
});

export const GetMaintenanceStatus = defineRoute({
  method: 'GET',
  path: '/api/maintenance-status',
  summary: 'Returns whether the application is closed for maintenance',
  access: 'open',
  reply: z.object({ maintenanceMode: z.boolean() }),
});

export const PutMaintenanceStatus = defineRoute({
  method: 'PUT',
  path: '/api/maintenance-status',
  summary: 'Opens or closes the application for customers',
  access: 'operator',
  role: 'owner',
  auditAction: ({ body }) => (body.maintenanceMode ? 'Turn maintenance on' : 'Turn maintenance off'),
  body: z.strictObject({ maintenanceMode: z.boolean(), ...optionalReason }),
  reply: z.object({ maintenanceMode: z.boolean() }),
});

export const GetClientIp = defineRoute({
  method: 'GET',
  path: '/api/get-client-ip',
  summary: 'Returns the caller’s IP address',
  access: 'open',
  reply: z.object({ ip: z.string() }),
});
