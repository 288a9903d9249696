import { z } from 'zod';
import type { Account } from './account.ts';
import { invalid, noSuch } from './errors.ts';
import { integer, text } from './params.ts';

const range = z
  .object({ gt: integer(0, 1e11), gte: integer(0, 1e11), lt: integer(0, 1e11), lte: integer(0, 1e11) })
  .partial();

/** Parameters of every list (https://docs.stripe.com/api/pagination). */
export const listQuery = {
  limit: integer(1, 100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: z.union([integer(0, 1e11), range]).optional(),
};

interface ListQuery {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

/**
 * Returns one page of a collection, newest first.
 * @throws StripeError with status 400 for an unknown cursor
 */
export function listed<T extends { id: string; created: number }>(
  all: Map<string, T>,
  url: string,
  query: ListQuery,
  wanted: (object: T) => boolean = () => true,
) {
  const { limit = 10, starting_after: after, ending_before: before } = query;
  if (after && before) throw invalid('You cannot parameterize both starting_after and ending_before.');
  const cursor = after ?? before;
  if (cursor && !all.has(cursor)) throw noSuch('object', cursor, after ? 'starting_after' : 'ending_before', 400);

  const newestFirst = [...all.values()].reverse();
  const at = newestFirst.findIndex((object) => object.id === cursor);
  const beyond = before ? newestFirst.slice(0, at) : newestFirst.slice(at + 1);
  const rest = beyond.filter((object) => wanted(object) && wasCreated(object, query.created));
  // With `ending_before`, the page contains the objects closest to the cursor.
  const data = before ? rest.slice(-limit) : rest.slice(0, limit);
  return { object: 'list' as const, data, has_more: rest.length > limit, url };
}

function wasCreated({ created }: { created: number }, when: ListQuery['created']): boolean {
  if (when === undefined) return true;
  if (typeof when === 'number') return created === when;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = when;
  return created > gt && created >= gte && created < lt && created <= lte;
}

/** Replaces ids with their objects at paths such as `latest_charge` or `data.payment_intent`. */
export function expand(account: Account, object: object, paths: string[] = []): unknown {
  if (paths.length === 0) return object;
  const copy = structuredClone(object);
  for (const path of paths) expandAt(account, copy as Record<string, unknown>, path.split('.'), path);
  return copy;
}

function expandAt(account: Account, at: Record<string, unknown>, [key, ...rest]: string[], path: string): void {
  if (key === 'data' && Array.isArray(at.data)) {
    for (const item of at.data) expandAt(account, item, rest, path);
    return;
  }
  const value = key === undefined ? undefined : at[key];
  if (key === undefined || value === undefined) throw invalid(`This property cannot be expanded (${path}).`);
  if (typeof value === 'string') {
    const object = byId(account, value);
    if (!object) throw invalid(`This property cannot be expanded (${path}).`);
    at[key] = structuredClone(object);
  }
  if (rest.length > 0 && at[key] !== null) expandAt(account, at[key] as Record<string, unknown>, rest, path);
}

/** Finds any object of the account by its id. */
export function byId(account: Account, id: string): object | undefined {
  const { paymentIntents, charges, refunds, sessions, subscriptions, invoices, paymentMethods } = account;
  for (const map of [paymentIntents, charges, refunds, sessions, subscriptions, invoices]) {
    const object = map.get(id);
    if (object) return object;
  }
  return paymentMethods.get(id)?.object;
}
