import { z } from 'zod';
import { defineRoute } from './define.ts';
import { exchangeIds } from './exchanges.ts';
import { addressInput, amountInput, emailInput, tagInput, walletInput } from './inputs.ts';
import { instructionsSchema } from './instructions.ts';
import { destinationCheckSchema, destinationQuery, hashInput, transactionCheckSchema } from './ledger.ts';
import { contactSchema } from './notification.ts';
import { ListWebhookEvents, paymentSchema, ReadLedger } from './payment.ts';
import { transferIdSchema, transferSchema, transferStatuses } from './transfer.ts';
import { walletIds } from './wallets.ts';

// What the browser may call. A malformed id is an unknown id: the BFF answers both with transfer_not_found.

const transferParams = z.object({ id: z.string() });
const ok = z.object({ ok: z.literal(true) });

export const GetConfig = defineRoute({
  method: 'GET',
  path: '/api/config',
  summary: 'Product name, mode, prices and how to pay',
  reply: z.object({
    productName: z.string(),
    mode: z.enum(['sandbox', 'production']),
    prices: z.object({
      guide: z.literal('4.00'),
      concierge: z.literal('13.76'),
      bundle: z.literal('17.76'),
      currency: z.literal('USD'),
    }),
    stripe: z.object({ publishableKey: z.string(), apiBase: z.string().optional() }),
    manualPayments: z.array(z.object({ id: z.string(), label: z.string(), handle: z.string() })),
    support: z.object({ email: z.string(), hours: z.string(), response: z.string() }),
    tip: z.object({ address: z.string(), tag: z.string().nullable() }).optional(),
  }),
});

export const CreateTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers',
  summary: 'Starts a transfer; the browser that did gets the cookie that lets it change it',
  body: z.strictObject({
    fromExchange: z.enum(exchangeIds),
    toWallet: walletInput,
    sourceAmount: amountInput.optional().default('0'),
    destinationAddress: addressInput.optional().default(null),
    destinationTag: tagInput.optional().default(null),
    serviceFee: z.enum(['4.00', '17.76']),
    email: emailInput.optional().default(null),
    cryptoType: z.literal('XRP').optional(),
    status: z.literal('pending').optional(),
  }),
  reply: transferSchema,
  status: 201,
  errors: ['invalid_input', 'invalid_json', 'unsupported_media_type', 'too_large', 'service_unavailable'],
});

export const ReadTransfer = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}',
  summary: 'Reads a transfer',
  params: transferParams,
  reply: transferSchema,
  errors: ['transfer_not_found'],
});

export const UpdateTransfer = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/{id}',
  summary: "Changes only what is given; null or '' clears",
  access: 'owner',
  params: transferParams,
  body: z.strictObject({
    destinationAddress: addressInput.optional(),
    destinationTag: tagInput.optional(),
    sourceAmount: amountInput.optional(),
    email: emailInput.optional(),
  }),
  reply: transferSchema,
  errors: ['invalid_input', 'not_your_transfer', 'transfer_not_found', 'transfer_closed'],
});

export const CompleteTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/complete',
  summary: 'Asks the payment provider for the truth and answers the true status',
  params: transferParams,
  reply: transferSchema,
  idempotent: true,
  errors: ['transfer_not_found', 'payment_provider_unavailable'],
});

export const ConfirmArrival = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/confirm-arrival',
  summary: '“I’ve completed the transfer”',
  access: 'owner',
  params: transferParams,
  reply: transferSchema,
  idempotent: true,
  errors: ['not_your_transfer', 'transfer_not_found', 'payment_required', 'transfer_closed'],
});

export const RequestTransferRefund = defineRoute({
  method: 'POST',
  path: '/api/transfers/{id}/refund-request',
  summary: 'Asks for the money back; an operator decides',
  access: 'owner',
  params: transferParams,
  body: z.strictObject({ reason: z.string().max(500).optional() }).optional(),
  reply: z.object({ requested: z.literal(true) }),
  idempotent: true,
  errors: ['not_your_transfer', 'transfer_not_found', 'not_refundable'],
});

export const ResumeTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/resume',
  summary: 'Exchanges the one-time token of a mailed link for the cookie of its transfer',
  body: z.strictObject({ token: z.string().min(20).max(200) }),
  reply: transferSchema,
  errors: ['invalid_input', 'link_expired'],
});

export const TransferEvents = defineRoute({
  method: 'GET',
  path: '/api/transfers/{id}/events',
  summary: 'Server-sent events: `status` with the Transfer, on connect and on each change',
  params: transferParams,
  reply: z.string().meta({ description: 'text/event-stream' }),
  errors: ['transfer_not_found'],
});

export const GetInstructions = defineRoute({
  method: 'GET',
  path: '/api/transfer-instructions/{id}',
  summary: 'The instructions of a paid transfer',
  params: transferParams,
  reply: z.object({ instructions: instructionsSchema }),
  errors: ['transfer_not_found', 'payment_required', 'transfer_closed'],
});

export const CheckDestination = defineRoute({
  method: 'GET',
  path: '/api/destination-check',
  summary: 'Checks address and tag on the ledger; a bad address is a verdict, not an error',
  query: destinationQuery,
  reply: destinationCheckSchema,
  errors: ['invalid_input', 'service_unavailable'],
});

export const CheckTransaction = defineRoute({
  method: 'GET',
  path: '/api/transaction-check',
  summary: 'Explains in plain words what became of a transaction, and what to do',
  query: z.object({
    hash: hashInput,
    transferId: z
      .string()
      .optional()
      .meta({ description: 'Tells whether the payment reached the address of this transfer' }),
  }),
  reply: transactionCheckSchema,
  errors: ['invalid_input', 'transfer_not_found', 'service_unavailable'],
});

// The spec's flows send an amount; it is accepted and ignored, whatever it is.
const paymentBody = z.strictObject({ transferId: z.string(), amount: z.unknown().optional() });

export const CreatePaymentIntent = defineRoute({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Opens the card payment of a transfer, or returns the open one',
  body: paymentBody,
  reply: z.object({ clientSecret: z.string() }),
  errors: ['invalid_input', 'transfer_not_found', 'already_paid', 'transfer_closed', 'payment_provider_unavailable'],
});

export const CreateConciergePayment = defineRoute({
  method: 'POST',
  path: '/api/create-concierge-payment',
  summary: 'Opens the card payment of the concierge upgrade after a paid guide',
  body: paymentBody,
  reply: z.object({ clientSecret: z.string() }),
  errors: ['invalid_input', 'transfer_not_found', 'payment_required', 'already_owned', 'payment_provider_unavailable'],
});

export const LogTransferSteps = defineRoute({
  method: 'POST',
  path: '/api/log-transfer-steps',
  summary: 'Counts that a customer reached the address step; nothing personal is kept',
  body: z.strictObject({
    walletAddress: z.string().max(200).optional(),
    destinationTag: z.string().max(40).nullish(),
    fromExchange: z.enum(exchangeIds).optional(),
    toWallet: z.enum(walletIds).optional(),
  }),
  reply: ok,
  errors: ['invalid_input'],
});

export const SaveContact = defineRoute({
  method: 'POST',
  path: '/api/save-contact',
  summary: 'Leaves a contact, so that a person gets back to the customer',
  body: z.strictObject({
    transferId: z.string(),
    email: emailInput.refine((email) => email !== null, 'Enter an e-mail address like name@example.com.'),
    phone: z.string().trim().max(40).nullish(),
    reason: z.enum(['stripe_pending_notification']),
    message: z.string().max(2000).nullish(),
  }),
  reply: ok,
  idempotent: true,
  errors: ['invalid_input', 'transfer_not_found'],
});

export const AskAssistant = defineRoute({
  method: 'POST',
  path: '/api/ai-helper',
  summary: 'Answers a question from our own guides; one that holds a secret is answered with a warning and not kept',
  body: z.strictObject({
    question: z.string().trim().min(1, 'Please type a question.').max(1000),
    context: z.string().max(200).nullish().meta({ description: 'The page it is asked on, as a path' }),
    step: z.string().max(60).nullish(),
    fromExchange: z.enum(exchangeIds).nullish(),
    toWallet: z.enum(walletIds).nullish(),
  }),
  reply: z.object({
    response: z.string().meta({ description: 'Plain text; numbered steps stand on lines of their own' }),
    suggestions: z.array(z.string()).min(2).max(3).meta({ description: 'Questions to ask next' }),
    sources: z
      .array(z.object({ title: z.string(), url: z.string() }))
      .meta({ description: 'Pages of ours (/…), or official pages of exchange, wallet or ledger (https://…)' }),
  }),
  idempotent: true,
  errors: ['invalid_input'],
});

export const OperatorSignIn = defineRoute({
  method: 'POST',
  path: '/api/operator/session',
  summary: 'Signs an operator in; the answer sets a session cookie',
  body: z.strictObject({ password: z.string().min(1).max(200), name: z.string().trim().min(1).max(60).optional() }),
  errors: ['invalid_input', 'wrong_password', 'rate_limited', 'ip_not_allowed'],
});

export const ReadOperatorSession = defineRoute({
  method: 'GET',
  path: '/api/operator/session',
  summary: 'Who is signed in',
  access: 'operator',
  reply: z.object({ name: z.string(), expiresAt: z.iso.datetime() }),
  errors: ['operator_required'],
});

export const OperatorSignOut = defineRoute({
  method: 'DELETE',
  path: '/api/operator/session',
  summary: 'Signs the operator out',
  access: 'operator',
  errors: ['operator_required'],
});

/** Every operator write may say why; the audit trail keeps it. */
export const operatorReason = z.strictObject({ reason: z.string().trim().max(500).optional() }).optional();

export const AdminBypassPayment = defineRoute({
  method: 'POST',
  path: '/api/admin/bypass-payment/{transferId}',
  summary: 'Unlocks a transfer that was paid another way',
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  body: operatorReason,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['operator_required', 'transfer_not_found', 'already_paid', 'transfer_closed'],
});

export const AdminRefund = defineRoute({
  method: 'POST',
  path: '/api/admin/refunds/{transferId}',
  summary: 'Pays back what was paid for a transfer, or only its concierge',
  access: 'operator',
  params: z.object({ transferId: z.string() }),
  body: z
    .strictObject({
      reason: z.string().trim().max(500).optional(),
      product: z.enum(['all', 'concierge']).default('all'),
    })
    .optional(),
  reply: z.object({ payments: z.array(paymentSchema) }),
  errors: ['operator_required', 'transfer_not_found', 'not_refundable', 'payment_provider_unavailable'],
});

const page = { limit: z.coerce.number().int().min(1).max(200).default(50) };

export const AdminTransfers = defineRoute({
  method: 'GET',
  path: '/api/admin/transfers',
  summary: 'Transfers, newest first',
  access: 'operator',
  query: z.object({ ...page, status: z.enum(transferStatuses).optional() }),
  reply: z.object({ transfers: z.array(transferSchema) }),
  errors: ['operator_required'],
});

export const AdminPayments = defineRoute({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments, newest first',
  access: 'operator',
  query: z.object({ ...page, transferId: transferIdSchema.optional() }),
  reply: z.object({ payments: z.array(paymentSchema) }),
  errors: ['operator_required'],
});

export const AdminWebhookEvents = defineRoute({
  method: 'GET',
  path: '/api/admin/webhook-events',
  summary: 'What the payment provider told us and what became of it, newest first',
  access: 'operator',
  query: ListWebhookEvents.query,
  reply: ListWebhookEvents.reply,
  errors: ['operator_required'],
});

export const AdminLedger = defineRoute({
  method: 'GET',
  path: '/api/admin/ledger',
  summary: 'The balances of the double-entry ledger, and whether they add up',
  access: 'operator',
  reply: ReadLedger.reply,
  errors: ['operator_required'],
});

export const AdminContacts = defineRoute({
  method: 'GET',
  path: '/api/admin/contacts',
  summary: 'Contacts and open tasks, newest first',
  access: 'operator',
  query: z.object(page),
  reply: z.object({ contacts: z.array(contactSchema) }),
  errors: ['operator_required'],
});

export const deadLetterSchema = z.object({
  id: z.string(),
  service: z.string(),
  type: z.string(),
  subject: z.string(),
  reason: z.string(),
  attempts: z.int(),
  parkedAt: z.iso.datetime(),
});

export const AdminEvents = defineRoute({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'Events that could not be handled and wait for a person',
  access: 'operator',
  reply: z.object({ deadLetters: z.array(deadLetterSchema) }),
  errors: ['operator_required'],
});

export const AdminRedriveEvent = defineRoute({
  method: 'POST',
  path: '/api/admin/events/{id}/redrive',
  summary: 'Tries a parked event again',
  access: 'operator',
  params: z.object({ id: z.string() }),
  body: operatorReason,
  reply: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['operator_required', 'event_not_found'],
});

export const AdminJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Background jobs by queue, with the latest failures',
  access: 'operator',
  reply: z.object({
    queues: z.array(
      z.object({
        service: z.string(),
        name: z.string(),
        counts: z.record(z.string(), z.int()),
        failed: z.array(
          z.object({ id: z.string(), reason: z.string(), attempts: z.int(), at: z.iso.datetime().nullable() }),
        ),
      }),
    ),
  }),
  errors: ['operator_required'],
});

export const AdminAudit = defineRoute({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What operators did: who, when, from where and why',
  access: 'operator',
  query: z.object(page),
  reply: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        operator: z.string(),
        ip: z.string(),
        action: z.string(),
        subject: z.string().nullable(),
        reason: z.string().nullable(),
        outcome: z.string(),
      }),
    ),
  }),
  errors: ['operator_required'],
});

export const GetMaintenanceStatus = defineRoute({
  method: 'GET',
  path: '/api/maintenance-status',
  summary: 'Whether the application is closed for maintenance',
  reply: z.object({ maintenanceMode: z.boolean() }),
});

export const PutMaintenanceStatus = defineRoute({
  method: 'PUT',
  path: '/api/maintenance-status',
  summary: 'Opens or closes the application for customers',
  access: 'operator',
  body: z.strictObject({ maintenanceMode: z.boolean(), reason: z.string().trim().max(500).optional() }),
  reply: z.object({ maintenanceMode: z.boolean() }),
  errors: ['operator_required', 'invalid_input'],
});

export const GetClientIp = defineRoute({
  method: 'GET',
  path: '/api/get-client-ip',
  summary: 'The address the caller comes from',
  reply: z.object({ ip: z.string() }),
});

export const StripeWebhook = defineRoute({
  method: 'POST',
  path: '/webhooks/stripe',
  summary: 'Signed events from the payment provider, passed on as raw bytes',
  reply: z.object({ received: z.literal(true) }),
  errors: ['invalid_signature', 'too_large', 'not_ready', 'payment_provider_unavailable', 'service_unavailable'],
  bodyLimit: 1024 * 1024,
});

export const publicRoutes = [
  GetConfig,
  CreateTransfer,
  ReadTransfer,
  UpdateTransfer,
  CompleteTransfer,
  ConfirmArrival,
  RequestTransferRefund,
  ResumeTransfer,
  TransferEvents,
  GetInstructions,
  CheckDestination,
  CheckTransaction,
  CreatePaymentIntent,
  CreateConciergePayment,
  LogTransferSteps,
  SaveContact,
  AskAssistant,
  OperatorSignIn,
  ReadOperatorSession,
  OperatorSignOut,
  AdminBypassPayment,
  AdminRefund,
  AdminTransfers,
  AdminPayments,
  AdminWebhookEvents,
  AdminLedger,
  AdminContacts,
  AdminEvents,
  AdminRedriveEvent,
  AdminJobs,
  AdminAudit,
  GetMaintenanceStatus,
  PutMaintenanceStatus,
  GetClientIp,
  StripeWebhook,
] as const;
