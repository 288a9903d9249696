import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { refuseOnFault } from '../faults.ts';
import { type Answer, accountOf, type Call, type StripeSandbox } from './account.ts';
import { createSession, expireSession, listSessions, retrieveSession } from './checkout.ts';
import { allowOrigin } from './cors.ts';
import { type ErrorBody, invalid, StripeError } from './errors.ts';
import { listEvents, retrieveEvent } from './events.ts';
import { answerOnce } from './idempotency.ts';
import { expand } from './lists.ts';
import { API_VERSION, newId, type PaymentIntent } from './objects.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  publicView,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts';
import { createRefund, listCharges, listRefunds, retrieveCharge, retrieveRefund } from './refunds.ts';

import {
  cancelSubscription,
  listInvoices,
  retrieveInvoice,
  retrieveSubscription,
  updateSubscription,
} from './subscriptions.ts';

type Handler = (call: Call) => object;

const ENDPOINTS: ['GET' | 'POST' | 'DELETE', string, Handler][] = [
  ['POST', '/v1/payment_intents', createPaymentIntent],
  ['GET', '/v1/payment_intents', listPaymentIntents],
  ['GET', '/v1/payment_intents/:id', retrievePaymentIntent],
  ['POST', '/v1/payment_intents/:id', updatePaymentIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent],
  ['GET', '/v1/charges', listCharges],
  ['GET', '/v1/charges/:id', retrieveCharge],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/refunds/:id', retrieveRefund],
  ['POST', '/v1/checkout/sessions', createSession],
  ['GET', '/v1/checkout/sessions', listSessions],
  ['GET', '/v1/checkout/sessions/:id', retrieveSession],
  ['POST', '/v1/checkout/sessions/:id/expire', expireSession],
  ['GET', '/v1/subscriptions/:id', retrieveSubscription],
  ['POST', '/v1/subscriptions/:id', updateSubscription],
  ['DELETE', '/v1/subscriptions/:id', cancelSubscription],
  ['GET', '/v1/invoices', listInvoices],
  ['GET', '/v1/invoices/:id', retrieveInvoice],
  ['GET', '/v1/events', listEvents],
  ['GET', '/v1/events/:id', retrieveEvent],
];

/**
 * Handlers that accept the publishable key.
 * With that key, they also require the intent's client secret.
 */
const PUBLISHABLE: Handler[] = [retrievePaymentIntent, confirmPaymentIntent];

const UNKNOWN_ERROR: ErrorBody = { type: 'api_error', message: 'An unknown error occurred' };

/** Serves Stripe's API at its real paths. */
export function serveApi(app: FastifyInstance, stripe: StripeSandbox): void {
  const { faults, publicUrl } = stripe.world;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': request.id, 'stripe-version': API_VERSION });
  });
  app.addHook('onRequest', allowOrigin(publicUrl));
  app.addHook(
    'onRequest',
    refuseOnFault(faults, 'stripe', (kind, reply) => {
      if (kind === 'error') return sendError(reply, 500, UNKNOWN_ERROR);
      return sendError(reply, 429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits at https://docs.stripe.com/rate-limits.',
      });
    }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof StripeError) return sendError(reply, error.status, error.body);
    if (error.statusCode === 415) {
      const message = 'Invalid request (check that your POST content type is application/x-www-form-urlencoded).';
      return sendError(reply, 400, invalid(message).body);
    }
    if (error.statusCode && error.statusCode < 500)
      return sendError(reply, error.statusCode, invalid(error.message).body);
    stripe.world.log(`stripe: ${error.stack}`);
    return sendError(reply, 500, UNKNOWN_ERROR);
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0];
    const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    throw new StripeError(404, { type: 'invalid_request_error', message });
  });

  for (const [method, url, handler] of ENDPOINTS) {
    app.route({
      method,
      url: url.replace('/v1', ''),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const path = request.url.split('?')[0] as string;
        const form = method === 'POST' ? ((request.body as string | null) ?? '') : (request.url.split('?')[1] ?? '');
        const call = openCall(stripe, request, form);
        if (call.publishable && !PUBLISHABLE.includes(handler)) throw secretKeyRequired();
        const work = async () => {
          await faults.delay('stripe');
          return run(handler, call, stripe);
        };
        if (method === 'GET') return send(reply, await work());
        const answer = await answerOnce(call, path, form, work);
        if (call.idempotencyKey !== null) reply.header('idempotency-key', call.idempotencyKey);
        if (answer.replayOf) reply.headers({ 'idempotent-replayed': 'true', 'original-request': answer.replayOf });
        return send(reply, answer);
      },
    });
  }
}

function run(handler: Handler, call: Call, stripe: StripeSandbox): Answer & { isInvalid: boolean } {
  const shown = <T extends object>(object: T) =>
    call.publishable && 'object' in object && object.object === 'payment_intent'
      ? publicView(object as unknown as PaymentIntent)
      : object;
  try {
    const object = expand(call.account, shown(handler(call)), (call.params as { expand?: string[] }).expand);
    return { status: 200, body: JSON.stringify(object), isInvalid: false };
  } catch (error) {
    if (!(error instanceof StripeError)) {
      stripe.world.log(`stripe: ${error instanceof Error ? error.stack : error}`);
      return { status: 500, body: JSON.stringify({ error: UNKNOWN_ERROR }), isInvalid: true };
    }
    const { payment_intent: intent, ...body } = error.body;
    const isInvalid = Boolean(body.code?.startsWith('parameter_'));
    const answer = { error: { ...body, ...(intent && { payment_intent: shown(intent) }) } };
    return { status: error.status, body: JSON.stringify(answer), isInvalid };
  }
}

function openCall(stripe: StripeSandbox, request: FastifyRequest, form: string): Call {
  const { key: keyParam, ...params } = qs.parse(form, { depth: 8, parameterLimit: 1000, arrayLimit: 100 });
  const key = bearerOrBasic(request.headers.authorization) ?? (typeof keyParam === 'string' ? keyParam : undefined);
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const account = accountOf(stripe.accounts, key);
  if (!account) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    stripe,
    account,
    publishable: key.startsWith('pk_'),
    id: (request.params as { id?: string }).id ?? '',
    params,
    requestId: request.id,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
  };
}

function bearerOrBasic(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? [];
  if (!value) return;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
}

const unauthorized = (message: string) => new StripeError(401, { type: 'invalid_request_error', message });

const secretKeyRequired = () =>
  new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(body);
}

function sendError(reply: FastifyReply, status: number, error: ErrorBody): FastifyReply {
  return send(reply, { status, body: JSON.stringify({ error }) });
}

/** Returns an id for Stripe's `request-id` header. */
export const newRequestId = () => newId('req_', 14);
