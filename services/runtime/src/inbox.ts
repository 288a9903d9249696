import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Event, type EventDefinition, envelopeSchema } from '@xrp-bridge/contracts/define';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from './logger.ts';
import { isOutage } from './outage.ts';
import type { Transact } from './outbox.ts';

// biome-ignore lint/suspicious/noExplicitAny: messaging works beside whatever tables the service has
type AnyDatabase = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyTransaction = Transaction<any>;

export interface EventHandler {
  definition: EventDefinition;
  /** Changes state or enqueues, inside `tx`; slow and outside work belongs in a job. */
  handle(tx: AnyTransaction, event: Event): Promise<void>;
}

export interface Inbox {
  /** The types that have a handler: nothing else needs to be delivered. */
  types: readonly string[];
  /**
   * Gives an event to its handler, once: effect and inbox row share one transaction. What cannot be handled is parked
   * as a dead letter. Rejects only when nothing could be decided (the database is away, the bus takes the partition
   * back): the bus then delivers again.
   */
  deliver(event: Event, signal?: AbortSignal): Promise<void>;
  /**
   * Runs a parked event's handler again. Success removes the dead letter; failure keeps it, with the new reason.
   * Null when there is none of this id.
   */
  redrive(id: string): Promise<{ success: boolean; reason: string | null } | null>;
}

/** No handler can ever take this event as it is; trying again is useless. */
export class Rejection extends Error {
  override name = 'Rejection';
}

export interface Retries {
  attempts: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

const defaultRetries: Retries = { attempts: 5, firstPauseMs: 100, longestPauseMs: 2_000 };

/**
 * The receiving side of a service's events.
 * @throws Error when two handlers claim the same event and version.
 */
export function createInbox(options: {
  /** The outbox's: handlers may emit. */
  transact: Transact;
  service: string;
  handlers: readonly EventHandler[];
  log: Logger;
  retries?: Partial<Retries>;
}): Inbox {
  const { transact, service, log } = options;
  const retries = { ...defaultRetries, ...options.retries };
  const tracer = trace.getTracer('xrp-bridge');
  const handlers = new Map<string, Map<number, EventHandler>>();
  for (const handler of options.handlers) {
    const { type, version } = handler.definition;
    const versions = handlers.get(type) ?? new Map<number, EventHandler>();
    if (versions.has(version)) throw new Error(`${service} has two handlers for ${type} v${version}`);
    handlers.set(type, versions.set(version, handler));
  }

  /** @throws Rejection when the event can never be handled */
  async function apply(tx: AnyTransaction, event: Event): Promise<void> {
    const envelope = envelopeSchema.safeParse(event);
    if (!envelope.success) throw new Rejection(`not an event: ${fieldsOf(envelope.error)}`);
    const versions = handlers.get(event.type);
    if (!versions) throw new Rejection(`${service} has no handler for ${event.type}`);
    const handler = versions.get(event.dataversion);
    if (!handler) throw new Rejection(`unknown version ${event.dataversion} of ${event.type}`);
    const data = handler.definition.data.safeParse(event.data);
    if (!data.success) throw new Rejection(`wrong data: ${fieldsOf(data.error)}`);
    await handler.handle(tx, { ...event, data: data.data });
  }

  async function deliver(event: Event, signal?: AbortSignal): Promise<void> {
    if (typeof event?.type === 'string' && !handlers.has(event.type)) return;
    const parent = propagation.extract(context.active(), { traceparent: event?.traceparent });
    await tracer.startActiveSpan(`handle ${event?.type}`, { kind: SpanKind.CONSUMER }, parent, async (span) => {
      try {
        const failure = await attempt(event, signal);
        if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
      } finally {
        span.end();
      }
    });
  }

  /** Resolves with the error for which the event was parked, if it was. */
  async function attempt(event: Event, signal?: AbortSignal): Promise<Error | undefined> {
    for (let attempts = 1, pauseMs = retries.firstPauseMs; ; attempts++) {
      try {
        await transact(async (tx) => {
          if (await isNew(tx, event)) await apply(tx, event);
        });
        return undefined;
      } catch (error) {
        if (isOutage(error)) throw error;
        const failure = error instanceof Error ? error : new Error(String(error));
        if (failure instanceof Rejection || attempts >= retries.attempts) {
          await park(event, failure, attempts);
          return failure;
        }
        log.warn({ err: failure, event: event.id, type: event.type, attempts }, 'event handler failed, trying again');
      }
      await sleep(pauseMs, undefined, { signal });
      pauseMs = Math.min(pauseMs * 2, retries.longestPauseMs);
    }
  }

  async function park(event: Event, failure: Error, attempts: number): Promise<void> {
    await transact(async (tx: AnyTransaction) => {
      if (!(await isNew(tx, event))) return;
      await tx
        .insertInto('dead_letter')
        .values({
          event_id: idOf(event),
          envelope: JSON.stringify(event) ?? 'null',
          reason: reasonOf(failure),
          attempts,
        })
        .execute();
    });
    log.error({ err: failure, event: event?.id, type: event?.type, attempts }, 'event parked as a dead letter');
  }

  async function redrive(id: string) {
    if (!/^\d{1,18}$/.test(id)) return null;
    try {
      const found = await transact(async (tx: AnyTransaction) => {
        const row = await tx.deleteFrom('dead_letter').where('id', '=', id).returning('envelope').executeTakeFirst();
        if (row) await apply(tx, row.envelope as Event);
        return row !== undefined;
      });
      return found ? { success: true, reason: null } : null;
    } catch (error) {
      if (isOutage(error)) throw error;
      const reason = reasonOf(error);
      await transact((tx) =>
        sql`update dead_letter set attempts = attempts + 1, reason = ${reason} where id = ${id}`.execute(tx),
      );
      return { success: false, reason };
    }
  }

  return { types: [...handlers.keys()], deliver, redrive };
}

/** Records the event as handled; false when it was already. A second delivery at the same time waits for the first. */
async function isNew(tx: AnyTransaction, event: Event): Promise<boolean> {
  const result = await sql`insert into inbox (event_id) values (${idOf(event)}) on conflict do nothing`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** What is no event has no id either: its content stands for it, so that it is parked once however often it comes. */
function idOf(event: Event): string {
  if (typeof event?.id === 'string' && event.id) return event.id;
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(event) ?? 'undefined')
    .digest('hex')}`;
}

export interface DeadLetter {
  id: string;
  type: string;
  subject: string;
  reason: string;
  attempts: number;
  parkedAt: string;
}

/** The parked events, newest first. */
export async function listDeadLetters(db: AnyDatabase, limit = 200): Promise<DeadLetter[]> {
  const rows = await db.selectFrom('dead_letter').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    type: String(row.envelope?.type ?? ''),
    subject: String(row.envelope?.subject ?? ''),
    reason: row.reason,
    attempts: row.attempts,
    parkedAt: row.parked_at.toISOString(),
  }));
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'unknown';
}

/** Names the fields that are wrong, never their values. */
function fieldsOf(error: { issues: readonly { path: PropertyKey[]; code?: string }[] }): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.') || 'event'} (${issue.code})`).join(', ');
}
