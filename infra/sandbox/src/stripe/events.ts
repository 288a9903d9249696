import type Stripe from 'stripe';
import { z } from 'zod';
import type { Call } from './account.ts';
import { find, setBounded } from './account.ts';
import { listed, listQuery } from './lists.ts';
import { API_VERSION, newId, type SavedEvent } from './objects.ts';
import { params, read, text } from './params.ts';

/** Stores an event about the current state of `object` and passes it to the webhooks. */
export function emit(
  call: Call,
  type: Stripe.Event['type'],
  object: object,
  previousAttributes?: Record<string, unknown>,
): SavedEvent {
  const event = record(call, type, object, previousAttributes);
  call.stripe.webhooks.send(event);
  return event;
}

/** Stores an event without sending it. */
export function record(
  call: Call,
  type: string,
  object: object,
  previousAttributes?: Record<string, unknown>,
): SavedEvent {
  const id = newId('evt_');
  const created = call.stripe.world.clock.seconds();
  const json = JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  });
  const event = { id, type, created, json, delivered: false };
  setBounded(call.account.events, id, event);
  call.stripe.world.changed();
  return event;
}

const show = (event: SavedEvent) => ({ ...JSON.parse(event.json), pending_webhooks: event.delivered ? 0 : 1 });

export function retrieveEvent(call: Call) {
  read(params({}), call.params);
  return show(find(call.account.events, call.id, 'event'));
}

export function listEvents(call: Call) {
  const query = read(params({ ...listQuery, type: text.optional(), types: z.array(text).optional() }), call.params);
  const wanted = (event: SavedEvent) =>
    (!query.type || matches(query.type, event.type)) &&
    (!query.types || query.types.some((type) => matches(type, event.type)));
  const page = listed(call.account.events, '/v1/events', query, wanted);
  return { ...page, data: page.data.map(show) };
}

/**
 * Returns true if the pattern matches the type.
 * As at Stripe, `charge.*` matches every event about charges.
 */
function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
