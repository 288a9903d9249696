import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type CloudEvent, type EventDefinition, envelopeSchema } from '@xrp-bridge/contracts/define';
import { CompiledQuery } from 'kysely';
import { fieldsOf } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { isOutage } from '../outage.ts';
import { parseTraceparent } from '../tracing.ts';
import { deleteDeadLetter, idOf, insertDeadLetter, updateFailure } from './dead-letters.ts';
import type { Transact } from './outbox.ts';
import type { AnyTransaction } from './tables.ts';

export interface EventHandler {
  definition: EventDefinition;
  /** Changes state or enqueues jobs inside `tx`. Slow work and outside calls belong in a job. */
  handle(tx: AnyTransaction, event: CloudEvent): Promise<void>;
}

export interface Inbox {
  /** Event types that have a handler. */
  types: readonly string[];
  /**
   * Handles an event once: the handler's changes and the inbox row commit in one transaction.
   * Stores an event that cannot be handled as a dead letter. Rejects if the database is unavailable or the bus revokes
   * the partition. The bus then delivers the event again.
   */
  deliver(event: CloudEvent, signal?: AbortSignal): Promise<void>;
  /**
   * Handles a dead letter again, and deletes it or updates its reason.
   * Returns null if the id does not exist.
   */
  redrive(id: string): Promise<{ success: boolean; reason: string | null } | null>;
}

/** Thrown for an event that no retry can handle. */
class Rejection extends Error {
  override name = 'Rejection';
}

const defaultRetries = { attempts: 5, firstPauseMs: 100, longestPauseMs: 2_000 };

/**
 * Creates a service's inbox.
 * @throws Error if two handlers have the same event and version
 */
export function createInbox(options: {
  /** `transact` of the outbox, so that handlers can emit events. */
  transact: Transact;
  service: string;
  handlers: readonly EventHandler[];
  log: Logger;
  /**
   * True if the bus delivers an event again whose transaction was committed and then lost in a crash.
   * The transactions then commit without waiting for the disk.
   */
  repairsLostCommits?: boolean;
  retries?: Partial<typeof defaultRetries>;
}): Inbox {
  const { transact, service, log, repairsLostCommits = false } = options;
  const retries = { ...defaultRetries, ...options.retries };
  const tracer = trace.getTracer('xrp-bridge');
  const types = new Set(options.handlers.map(({ definition }) => definition.type));
  const handlers = new Map<string, EventHandler>();
  for (const handler of options.handlers) {
    const key = `${handler.definition.type} v${handler.definition.version}`;
    if (handlers.has(key)) throw new Error(`${service} has two handlers for ${key}`);
    handlers.set(key, handler);
  }

  async function apply(tx: AnyTransaction, event: CloudEvent): Promise<void> {
    const envelope = envelopeSchema.safeParse(event);
    if (!envelope.success) throw new Rejection(`not an event: ${fieldsOf(envelope.error)}`);
    if (!types.has(event.type)) throw new Rejection(`${service} has no handler for ${event.type}`);
    const handler = handlers.get(`${event.type} v${event.dataversion}`);
    if (!handler) throw new Rejection(`unknown version ${event.dataversion} of ${event.type}`);
    const data = handler.definition.data.safeParse(event.data);
    if (!data.success) throw new Rejection(`wrong data: ${fieldsOf(data.error)}`);
    await handler.handle(tx, { ...event, data: data.data });
  }

  async function deliver(event: CloudEvent, signal?: AbortSignal): Promise<void> {
    if (typeof event?.type === 'string' && !types.has(event.type)) return;
    const parent = parseTraceparent(event?.traceparent);
    await tracer.startActiveSpan(`handle ${event?.type}`, { kind: SpanKind.CONSUMER }, parent, async (span) => {
      try {
        const failure = await attempt(event, signal);
        if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
      } finally {
        span.end();
      }
    });
  }

  /** Handles an event, with retries. Returns the error if the event was dead-lettered. */
  async function attempt(event: CloudEvent, signal?: AbortSignal): Promise<Error | undefined> {
    for (let attempts = 1, pauseMs = retries.firstPauseMs; ; attempts++) {
      try {
        await transact(async (tx) => {
          if (await insertHandled(tx, event, repairsLostCommits)) await apply(tx, event);
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

  async function park(event: CloudEvent, failure: Error, attempts: number): Promise<void> {
    await transact(async (tx: AnyTransaction) => {
      if (!(await insertHandled(tx, event, repairsLostCommits))) return;
      await insertDeadLetter(tx, event, failure, attempts);
    });
    log.error({ err: failure, event: event?.id, type: event?.type, attempts }, 'event parked as a dead letter');
  }

  async function redrive(id: string) {
    if (!/^\d{1,18}$/.test(id)) return null;
    try {
      const found = await transact(async (tx: AnyTransaction) => {
        const row = await deleteDeadLetter(tx, id);
        if (row) await apply(tx, row.envelope);
        return row !== undefined;
      });
      return found ? { success: true, reason: null } : null;
    } catch (error) {
      if (isOutage(error)) throw error;
      const reason = await transact((tx) => updateFailure(tx, id, error));
      return { success: false, reason };
    }
  }

  return { types: [...types], deliver, redrive };
}

const insertText = 'insert into inbox (event_id) values ($1) on conflict do nothing';
// The setting is part of the statement, because a statement of its own would be one more round trip.
const insertAsyncText =
  "insert into inbox (event_id) select $1 from set_config('synchronous_commit', 'off', true) on conflict do nothing";

/**
 * Inserts the event's inbox row.
 * @returns false if the row already exists
 */
async function insertHandled(tx: AnyTransaction, event: CloudEvent, isAsync: boolean): Promise<boolean> {
  const query = CompiledQuery.raw(isAsync ? insertAsyncText : insertText, [idOf(event)]);
  return ((await tx.executeQuery(query)).numAffectedRows ?? 0n) > 0n;
}
