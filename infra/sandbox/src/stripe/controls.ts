import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { check, problem } from '../control.ts';
import { type Account, internalCall, newAccount, type StripeSandbox } from './account.ts';
import { findMethod } from './cards.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { record } from './events.ts';
import { byId } from './lists.ts';
import type { SavedEvent } from './objects.ts';

const redelivery = z
  .strictObject({
    /** The id of an existing event. For a new event, `type` and `object` are given instead. */
    eventId: z.string().min(1).optional(),
    /** The type of a new event. `object` is the id of a stored object, or a complete object. */
    type: z.string().min(1).optional(),
    object: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
    times: z.int().min(1).max(10_000).default(1),
    secret: z.string().min(1).optional(),
    /** The timestamp of the signature, in seconds. */
    timestamp: z.int().min(0).optional(),
  })
  .refine(({ eventId, type }) => eventId || type, { path: ['eventId'], error: 'Give eventId, or type and object.' })
  .refine(({ type, object }) => !type || object, {
    path: ['object'],
    error: 'Give the object that the event is about.',
  });

const endpoint = z.strictObject({ held: z.boolean().optional(), target: z.url().optional() });

/** The body of the call that opens a dispute of a paid intent, or closes a dispute. */
const dispute = z.union([
  z.strictObject({ paymentIntent: z.string().min(1), reason: z.string().min(1).default('fraudulent') }),
  z.strictObject({ id: z.string().min(1), status: z.enum(['won', 'lost']) }),
]);

/** The body of the call that replaces a subscription's card, as the customer portal does. */
const card = z.strictObject({ id: z.string().min(1), paymentMethod: z.string().min(1) });

/** Serves the control API for webhooks, subscriptions and disputes, under /_sandbox/stripe/. */
export function serveControls(app: FastifyInstance, stripe: StripeSandbox): void {
  app.post('/stripe/webhooks', async (request) => {
    const { eventId, type, object, times, secret, timestamp } = check(redelivery, request.body);
    const event = type && object ? makeEvent(stripe, type, object) : findEvent(stripe, eventId as string);
    const deliver = () => stripe.webhooks.deliver(event, { secret, timestamp });
    const results = await Promise.all(Array.from({ length: times }, deliver));
    const statuses: Record<string, number> = {};
    for (const { status = 'unreachable' } of results) statuses[status] = (statuses[status] ?? 0) + 1;
    return { eventId: event.id, type: event.type, sent: times, statuses, results };
  });

  app.put('/stripe/webhooks', async (request) => {
    const { held, target } = check(endpoint, request.body);
    if (target) stripe.webhooks.setTarget(target);
    const results = held === undefined ? [] : await stripe.webhooks.hold(held);
    return { ...stripe.webhooks.status(), results };
  });

  app.post('/stripe/disputes', async (request) => {
    const given = check(dispute, request.body);
    const made =
      'id' in given
        ? closeDispute(stripe, given.id, given.status)
        : openDispute(stripe, given.paymentIntent, given.reason);
    if (!made) throw problem(400, 'id' in given ? 'id' : 'paymentIntent', 'There is nothing of this id to dispute.');
    return made;
  });

  app.put('/stripe/subscriptions', async (request) => {
    const { id, paymentMethod } = check(card, request.body);
    for (const account of stripe.accounts.values()) {
      const subscription = account.subscriptions.get(id);
      if (!subscription) continue;
      subscription.default_payment_method = findMethod(internalCall(stripe, account), paymentMethod).object.id;
      return subscription;
    }
    throw problem(400, 'id', 'There is no subscription of this id.');
  });

  app.get('/stripe/webhooks', async () => stripe.webhooks.status());
}

function findEvent(stripe: StripeSandbox, id: string): SavedEvent {
  for (const account of stripe.accounts.values()) {
    const event = account.events.get(id);
    if (event) return event;
  }
  throw problem(400, 'eventId', 'There is no event of this id.');
}

/** Creates a fictitious event about a stored object in its current state, or about any given object. */
function makeEvent(stripe: StripeSandbox, type: string, object: string | Record<string, unknown>): SavedEvent {
  const id = String(typeof object === 'string' ? object : object.id);
  const accounts = [...stripe.accounts.values()];
  const owner = accounts.find((account) => byId(account, id));
  const whole = typeof object === 'string' ? owner && byId(owner, id) : object;
  if (!whole) throw problem(400, 'object', 'There is no object of this id.');
  return record(internalCall(stripe, owner ?? accounts[0] ?? addAccount(stripe)), type, whole);
}

function addAccount(stripe: StripeSandbox): Account {
  const account = newAccount();
  stripe.accounts.set('default', account);
  return account;
}
