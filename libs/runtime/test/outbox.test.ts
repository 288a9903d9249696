import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { defineEvent } from '@xrp-bridge/contracts/define';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Bus } from '../src/bus/port.ts';
import { messagingRetention } from '../src/messaging/retention.ts';
import { deleteExpired } from '../src/retention.ts';
import { silent } from './adapters/bus.harness.ts';
import { eventually, order, Paid, useShop } from './messaging.harness.ts';
import { recordSpans } from './span-recorder.ts';

const { openOutbox, openInbox, listen, readOrder, countOutbox, shop, bus } = useShop();

describe('the outbox', () => {
  it('publishes an event from the next instance after a crash between commit and publication', async () => {
    const id = order();
    // This instance commits without a running relay, like an instance that crashes at that moment.
    const outbox = openOutbox();
    await outbox.transact(async (tx) => outbox.emit(tx, Paid, id, { cents: 400 }));
    expect(await countOutbox()).toBe(1);
    await listen();
    openOutbox().start();
    await eventually(async () => expect(await readOrder(id)).toEqual({ cents: 400, shipped: false }));
    expect(await countOutbox()).toBe(0);
  });

  it('stores events while the bus is down, and publishes them in order afterwards', async () => {
    const sent: number[] = [];
    let away = true;
    const flaky: Bus = {
      ...bus(),
      moveOutbox: undefined,
      async publish(_topic, events) {
        if (away) throw new Error('away');
        sent.push(...events.map((event) => (event.data as { cents: number }).cents));
        return [];
      },
    };
    const outbox = openOutbox(flaky);
    outbox.start();
    for (const cents of [1, 2, 3]) {
      await outbox.transact(async (tx) => outbox.emit(tx, Paid, 'order', { cents }));
    }
    expect(await countOutbox()).toBe(3);
    away = false;
    await eventually(async () => expect(await countOutbox()).toBe(0));
    expect(sent).toEqual([1, 2, 3]);

    // The bus may lose published events, so they stay stored for a week.
    const listStored = async () => {
      const { rows } = await sql<{ cents: number }>`
        select (envelope->'data'->>'cents')::int as cents from sent_event order by id`.execute(shop());
      return rows.map(({ cents }) => cents);
    };
    expect(await listStored()).toEqual([1, 2, 3]);
    await sql`update sent_event set sent_at = now() - interval '6 days' where envelope->'data'->>'cents' = '2'`.execute(
      shop(),
    );
    await sql`update sent_event set sent_at = now() - interval '8 days' where envelope->'data'->>'cents' = '1'`.execute(
      shop(),
    );
    await deleteExpired(shop(), messagingRetention, silent);
    expect(await listStored()).toEqual([2, 3]);
  });

  it('sends the events again that a bus outside the database has lost, in order and before later events', async () => {
    // One partition, whose offsets begin at 0 again when it is emptied.
    let log: number[] = [];
    const losing: Bus = {
      ...bus(),
      moveOutbox: undefined,
      async publish(_topic, events) {
        const offset = String(log.length);
        log.push(...events.map((event) => (event.data as { cents: number }).cents));
        return [{ partition: 0, offset }];
      },
      readEnds: async () => [{ partition: 0, offset: String(log.length) }],
    };
    const emit = async (outbox: ReturnType<typeof openOutbox>, cents: number) => {
      await outbox.transact(async (tx) => outbox.emit(tx, Paid, 'order', { cents }));
      await eventually(async () => expect(await countOutbox()).toBe(0));
    };
    await sql`truncate sent_event`.execute(shop());
    const first = openOutbox(losing);
    first.start();
    for (const cents of [1, 2]) await emit(first, cents);

    // Right after a batch, only the offset of the next batch shows the loss. That batch arrives twice.
    log = [];
    await emit(first, 3);
    expect(log).toEqual([3, 1, 2, 3]);
    await first.stop();

    // Later, the bus is checked before a batch, and also without a batch.
    log = [];
    const second = openOutbox(losing);
    await second.transact(async (tx) => second.emit(tx, Paid, 'order', { cents: 4 }));
    second.start();
    await eventually(async () => expect(log).toEqual([1, 2, 3, 4]));
    await second.stop();
    log = [];
    openOutbox(losing).start();
    await eventually(async () => expect(log).toEqual([1, 2, 3, 4]));
  });

  it('stores no event of a change that was rolled back', async () => {
    const outbox = openOutbox();
    const failing = outbox.transact(async (tx) => {
      outbox.emit(tx, Paid, order(), { cents: 400 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countOutbox()).toBe(0);
  });

  it('refuses data that does not match the definition, and events of other services', async () => {
    const outbox = openOutbox();
    const Foreign = defineEvent('bank.moved', 1, z.object({}), { summary: '' });
    await expect(outbox.transact(async (tx) => outbox.emit(tx, Paid, 'a', { cents: 0.5 }))).rejects.toThrow(
      'shop.paid v1 has wrong data',
    );
    await expect(outbox.transact(async (tx) => outbox.emit(tx, Foreign, 'a', {}))).rejects.toThrow(
      'shop cannot emit it',
    );
    expect(await countOutbox()).toBe(0);
  });

  it('refuses an event of a transaction that it did not begin, because the event would be lost', async () => {
    const outbox = openOutbox();
    const emitted = shop()
      .transaction()
      .execute(async (tx) => outbox.emit(tx, Paid, 'a', { cents: 1 }));
    await expect(emitted).rejects.toThrow('shop.paid is emitted in a transaction that the outbox did not begin');
  });

  it('carries the trace from the change to the handler', async () => {
    recordSpans();
    let handledIn: string | undefined;
    const inbox = openInbox([
      {
        definition: Paid,
        async handle() {
          handledIn = trace.getActiveSpan()?.spanContext().traceId;
        },
      },
    ]);
    await trace.getTracer('test').startActiveSpan('pay', async (span) => {
      const outbox = openOutbox();
      const event = await outbox.transact(async (tx) => outbox.emit(tx, Paid, order(), { cents: 1 }));
      const { traceId, spanId } = span.spanContext();
      expect(event.traceparent).toBe(`00-${traceId}-${spanId}-01`);
      await context.with(ROOT_CONTEXT, () => inbox.deliver(event));
      expect(handledIn).toBe(traceId);
      span.end();
    });
  });
});
