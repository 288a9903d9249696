import { defineEvent } from '@xrp-bridge/contracts/define';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../src/db.ts';
import type { EventHandler } from '../src/messaging/inbox.ts';
import { parked } from './adapters/bus.harness.ts';
import { order, Paid, paid, pay, Shipped, ship, useShop } from './messaging.harness.ts';

const { openInbox, transactAs, readOrder, reader, onCleanup } = useShop();

describe('the inbox', () => {
  it('handles a duplicate delivery once', async () => {
    const inbox = openInbox();
    const event = paid(order());
    await Promise.all([inbox.deliver(event), inbox.deliver(event)]);
    await inbox.deliver(event);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
  });

  it('reaches the same result when events arrive out of order', async () => {
    const [one, two] = [order(), order()];
    const inbox = openInbox();
    const shipped = (subject: string) => paid(subject, { type: Shipped.type, data: {} });
    for (const event of [paid(one), shipped(one), shipped(two), paid(two)]) await inbox.deliver(event);
    expect(await readOrder(one)).toEqual({ cents: 400, shipped: true });
    expect(await readOrder(two)).toEqual(await readOrder(one));
  });

  it('retries a handler that throws, stores the event as a dead letter and redrives the event once', async () => {
    let broken = true;
    let tries = 0;
    const fragile: EventHandler = {
      definition: Paid,
      async handle(tx, event) {
        tries += 1;
        await pay.handle(tx, event);
        if (broken) throw new Error('the accounts are closed');
      },
    };
    const inbox = openInbox([fragile]);
    const event = paid(order());
    await inbox.deliver(event);
    expect(tries).toBe(3);
    // Each attempt was rolled back.
    expect(await readOrder(event.subject)).toBeUndefined();
    const [letter] = await parked(reader());
    expect(letter).toMatchObject({
      type: 'shop.paid',
      subject: event.subject,
      reason: 'the accounts are closed',
      attempts: 3,
    });

    // The bus may deliver a dead-lettered event again without effect.
    await inbox.deliver(event);
    expect(tries).toBe(3);

    const id = letter?.id ?? '';
    expect(await inbox.redrive(id)).toEqual({
      success: false,
      reason: 'the accounts are closed',
    });
    expect(await parked(reader())).toMatchObject([{ id, attempts: 4 }]);
    broken = false;
    const redriven = await Promise.all([1, 2].map(() => inbox.redrive(id)));
    expect(redriven).toContainEqual({ success: true, reason: null });
    expect(redriven).toContain(null);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
    expect(await parked(reader())).toEqual([]);
    expect(await inbox.redrive('no-such-id')).toBeNull();
  });

  it('writes no dead letter after a temporary failure', async () => {
    let failures = 2;
    const inbox = openInbox([
      {
        definition: Paid,
        async handle(tx, event) {
          if (failures-- > 0) throw new Error('not now');
          await pay.handle(tx, event);
        },
      },
    ]);
    const event = paid(order());
    await inbox.deliver(event);
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
    expect(await parked(reader())).toEqual([]);
  });

  it('dead-letters an event of an unknown version at once, and a later handler of that version can redrive the event', async () => {
    const event = paid(order(), { dataversion: 2, data: { cents: 400, currency: 'USD' } });
    await openInbox().deliver(event);
    const [letter] = await parked(reader());
    expect(letter).toMatchObject({ reason: 'unknown version 2 of shop.paid', attempts: 1, subject: event.subject });

    const PaidInCurrency = defineEvent('shop.paid', 2, z.object({ cents: z.int(), currency: z.string() }), {
      summary: '',
    });
    const newer = openInbox([pay, { ...pay, definition: PaidInCurrency }]);
    expect(await newer.redrive(letter?.id ?? '')).toEqual({ success: true, reason: null });
    expect(await readOrder(event.subject)).toEqual({ cents: 400, shipped: false });
  });

  it('dead-letters wrong data and a value that is not an event, with field names but without values', async () => {
    const inbox = openInbox();
    await inbox.deliver(paid(order(), { data: { cents: 'my secret' } }));
    await inbox.deliver('no event at all' as never);
    await inbox.deliver('no event at all' as never);
    const reasons = (await parked(reader())).map(({ reason }) => reason);
    expect(reasons).toEqual(['not an event: data (invalid_type)', 'wrong data: cents (invalid_type)']);
  });

  it('ignores an event without a handler', async () => {
    await openInbox([ship]).deliver(paid(order()));
    expect(await parked(reader())).toEqual([]);
    const { rows } = await sql`select * from inbox`.execute(reader());
    expect(rows).toEqual([]);
  });

  it('returns an event to the bus while the database is down', async () => {
    const gone = openDatabase<unknown>({
      url: 'postgres://nobody@127.0.0.1:1/none',
      service: 'reader',
      onError: () => {},
    });
    onCleanup(() => gone.close());
    const inbox = openInbox([pay], { transact: transactAs(gone) });
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('ECONNREFUSED');
  });

  it('returns an event to the bus while a service that the handler needs is down', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
    const inbox = openInbox([
      { definition: Paid, handle: () => Promise.reject(new Error('cannot enqueue', { cause: refused })) },
    ]);
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('cannot enqueue');
    expect(await parked(reader())).toEqual([]);
  });

  it('returns an event to the bus while Redis is down and the handler needs it', async () => {
    const redis = new Redis({ host: '127.0.0.1', port: 1, maxRetriesPerRequest: 0, retryStrategy: () => 10 });
    redis.on('error', () => {});
    onCleanup(async () => redis.disconnect());
    const inbox = openInbox([{ definition: Paid, handle: async () => void (await redis.ping()) }]);
    await expect(inbox.deliver(paid(order()))).rejects.toThrow('max retries');
    expect(await parked(reader())).toEqual([]);
  });

  it('returns an event to the bus when the bus revokes the partition between two attempts', async () => {
    const taken = new AbortController();
    const handler: EventHandler = {
      definition: Paid,
      async handle() {
        taken.abort();
        throw new Error('not now');
      },
    };
    const inbox = openInbox([handler], { retries: { firstPauseMs: 3_600_000 } });
    await expect(inbox.deliver(paid(order()), taken.signal)).rejects.toThrow('aborted');
    expect(await parked(reader())).toEqual([]);
  });

  it('does not start with two handlers for one event', () => {
    expect(() => openInbox([pay, pay])).toThrow('two handlers for shop.paid v1');
  });
});
