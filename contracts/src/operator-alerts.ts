import { z } from 'zod';
import { briefingSchema } from './briefing.ts';
import { defineRoute } from './define.ts';
import { emailInput } from './inputs.ts';
import { resumeToken } from './notification.ts';

/**
 * Kinds of alerts for operators.
 * The first four are sent immediately, `system` at most once an hour, `digest` each morning, and `weekly` on Mondays to
 * owners.
 */
export const alertKinds = [
  'refund_requests',
  'hand_payments',
  'disputes',
  'accounting',
  'system',
  'digest',
  'weekly',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Channels through which an alert reaches an operator. */
export const alertWays = ['email', 'webhook'] as const;
export type AlertWay = (typeof alertWays)[number];

export const alertChoices = z.strictObject({
  email: emailInput.meta({ description: 'Where mails go; null for none' }),
  webhookUrl: z
    .string()
    .max(1_000)
    .trim()
    .nullable()
    .transform((url) => url || null)
    .meta({ description: 'A public https address that takes `{"text": "…"}`, as Slack does; null for none' }),
  kinds: z.array(z.enum(alertKinds)).max(alertKinds.length),
});

const delivery = z.object({
  sentAt: z.iso.datetime().nullable().meta({ description: 'Last success' }),
  failedAt: z.iso.datetime().nullable().meta({ description: 'Last failure; null after a later success' }),
  failure: z.string().nullable(),
});

/** An operator's choices, with the outcome of the last delivery through each channel. */
export const operatorAlertsSchema = z
  .object({
    email: z.string().nullable(),
    emailConfirmed: z.boolean().meta({ description: 'Only a confirmed address gets alerts' }),
    webhookUrl: z.string().nullable(),
    kinds: z.array(z.enum(alertKinds)),
    deliveries: z.object({ email: delivery, webhook: delivery }),
  })
  .meta({ id: 'OperatorAlerts' });

/** The token of the confirmation mail, for the fragment of /admin/account#alerts=…; single-use. */
export const alertConfirmation = z.strictObject({ token: resumeToken });

export type OperatorAlerts = z.infer<typeof operatorAlertsSchema>;

const params = z.object({ operatorId: z.string().regex(/^[0-9a-f]{32}$/) });

/** Routes of the notification service, the only one that may store e-mail addresses. */
export const alertApi = {
  read: defineRoute({
    method: 'GET',
    path: '/operators/{operatorId}/alerts',
    summary: 'Returns the alerts that an operator has chosen; all kinds before the first choice',
    access: 'internal',
    params,
    reply: operatorAlertsSchema,
  }),

  save: defineRoute({
    method: 'PUT',
    path: '/operators/{operatorId}/alerts',
    summary: 'Stores which alerts an operator gets, and where. A new address receives a confirmation mail first',
    access: 'internal',
    params,
    body: alertChoices,
    reply: operatorAlertsSchema,
    // The confirmation mail may take longer than one of several attempts may.
    idempotent: false,
    errors: ['invalid_input'],
  }),

  confirm: defineRoute({
    method: 'POST',
    path: '/operators/{operatorId}/alerts/confirm',
    summary: 'Confirms an operator’s e-mail address with the token of the confirmation mail',
    access: 'internal',
    params,
    body: alertConfirmation,
    reply: operatorAlertsSchema,
    status: 200,
    errors: ['link_expired'],
  }),

  delete: defineRoute({
    method: 'DELETE',
    path: '/operators/{operatorId}/alerts',
    summary: 'Deletes the choices and addresses of an operator who may no longer sign in',
    access: 'internal',
    params,
    idempotent: true,
  }),

  brief: defineRoute({
    method: 'POST',
    path: '/operator-briefings',
    summary: 'Sends operators what is due: new problems once an hour, the morning digest, the weekly mail; idempotent',
    access: 'internal',
    body: briefingSchema,
    idempotent: true,
    // The limit is sufficient for the longest lists of all services.
    bodyLimit: 2 * 1024 * 1024,
  }),

  test: defineRoute({
    method: 'POST',
    path: '/operators/{operatorId}/alerts/test/{way}',
    summary: 'Sends a test alert, or a confirmation mail to an unconfirmed address, and returns the outcome',
    access: 'internal',
    params: params.extend({ way: z.enum(alertWays) }),
    reply: operatorAlertsSchema,
    status: 200,
    errors: ['invalid_input'],
  }),
};
