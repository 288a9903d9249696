import { randomBytes, randomUUID } from 'node:crypto';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import {
  ConciergeActivated,
  MoneyReturned,
  OrderClosed,
  PaymentBypassed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundRequestClosed,
  RefundRequested,
} from '@xrp-bridge/contracts/payment';
import { TransferExpired, transferApi } from '@xrp-bridge/contracts/transfer';
import { recordTransactions, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { confirmArrival } from '../src/domain/completion.ts';
import { expire, type Transfer } from '../src/domain/transfer.ts';
import { transferService } from '../src/index.ts';
import { transferJobs } from '../src/jobs.ts';
import { lockTransfer, updateTransfer } from '../src/store.ts';
import { lockAndDecide } from '../src/use-cases/lock-and-decide.ts';
import { completeTransfer, eventually, runJob } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
let now = new Date('2026-11-20T10:00:00Z');
let test: TestService<Context>;

beforeAll(async () => {
  test = await testService<Context>(transferService, { clock: () => now });
});
afterAll(() => test.stop());

async function create(over: object = {}): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await test.client.call(transferApi.create, {
    body: {
      id,
      fromExchange: 'coinbase',
      toWallet: 'xumm',
      amountDrops: '0',
      destinationAddress: null,
      destinationTag: null,
      serviceFee: '4.00',
      ...over,
    },
  });
  return id;
}

function paid(transferId: string, product = 'guide') {
  return { paymentId: randomUUID(), transferId, product, amountCents: 400, currency: 'USD' };
}

const read = (id: string) => test.client.call(transferApi.read, { params: { id } });
const settledStatus = (id: string, status: string) =>
  eventually(async () => expect((await read(id)).status).toBe(status));
async function eventsOf(id: string, type?: string) {
  return (await test.published(type)).filter((event) => event.subject === id);
}

it('takes a payment by two statements beside the inbox, it locks and it writes: four round trips', async () => {
  const id = await create({ destinationAddress: address });
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await test.publish(PaymentSucceeded, id, paid(id));
  await settledStatus(id, 'instructions_sent');
  const taking = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into inbox')));
  expect(taking).toEqual([
    {
      statements: [
        'begin',
        expect.stringMatching(/^insert into inbox/),
        expect.stringMatching(/^select .* for update$/),
        expect.stringMatching(/with .*update transfer .*into watch .*into outbox/s),
        'commit',
      ],
      // Nobody waits for the beginning.
      roundTrips: 4,
    },
  ]);
});

it('creates a transfer with its event by one statement: two round trips', async () => {
  const { ended, stop } = recordTransactions();
  onTestFinished(stop);
  await create();
  const creating = ended.filter(({ statements }) => statements.some((text) => text.includes('insert into transfer')));
  expect(creating).toEqual([
    { statements: ['begin', expect.stringContaining('into outbox'), 'commit'], roundTrips: 2 },
  ]);
});

it('refuses to update a transfer of which another version is stored', async () => {
  const id = await create();
  const updating = test.context.transact(async (tx) => {
    const transfer = (await lockTransfer(tx, id)) as Transfer;
    const skipping = { ...transfer, version: transfer.version + 2 };
    test.context.emit(tx, TransferExpired, id, { transferId: id });
    await updateTransfer(tx, skipping, { watch: 'none', afterLedger: null, events: test.context.takeEvents(tx) });
  });
  await expect(updating).rejects.toThrow('is not at the version before');
  expect(await eventsOf(id, 'transfer.expired')).toEqual([]);
});

describe('creating', () => {
  it('is idempotent by id, and emits once', async () => {
    const id = await create({ amountDrops: '25500000', destinationAddress: address, destinationTag: '0' });
    const again = await test.client.call(transferApi.create, {
      body: {
        id,
        fromExchange: 'coinbase',
        toWallet: 'xumm',
        amountDrops: '25500000',
        destinationAddress: address,
        destinationTag: '0',
        serviceFee: '4.00',
      },
    });
    expect(again).toMatchObject({
      id,
      status: 'pending',
      sourceAmount: formatDrops('25500000'),
      destinationAddress: address,
      destinationTag: '0',
      version: 1,
    });
    expect(await eventsOf(id, 'transfer.created')).toHaveLength(1);
  });

  it('refuses an id that is taken by another order', async () => {
    const id = await create();
    const call = test.client.call(transferApi.create, {
      body: {
        id,
        fromExchange: 'kraken',
        toWallet: 'xumm',
        amountDrops: '0',
        destinationAddress: null,
        destinationTag: null,
        serviceFee: '4.00',
      },
    });
    await expect(call).rejects.toMatchObject({ code: 'already_exists', status: 409 });
  });

  it('keeps address and amount out of the events', async () => {
    const id = await create({ destinationAddress: address, amountDrops: '77000000' });
    const [event] = await eventsOf(id, 'transfer.created');
    expect(JSON.stringify(event)).not.toContain(address);
    expect(event?.data).toEqual({ transferId: id, fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' });
  });

  it('lists newest first and by status', async () => {
    now = new Date(now.getTime() + 1000);
    const first = await create();
    now = new Date(now.getTime() + 1000);
    const second = await create();
    const { transfers } = await test.client.call(transferApi.list, { query: { limit: 2, status: 'pending' } });
    expect(transfers.map((transfer) => transfer.id)).toEqual([second, first]);
  });
});

describe('paying', () => {
  it('has no instructions before', async () => {
    const id = await create();
    await expect(
      test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner: true } }),
    ).rejects.toMatchObject({
      code: 'payment_required',
    });
    await expect(test.client.call(transferApi.confirmArrival, { params: { id } })).rejects.toMatchObject({
      code: 'payment_required',
    });
  });

  it('releases instructions that hold the given address, and tells so once', async () => {
    const id = await create({ destinationAddress: address });
    const event = await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    await test.bus.publish('payment', [event]);
    const { instructions } = await test.client.call(transferApi.readInstructions, {
      params: { id },
      query: { forOwner: true },
    });
    expect(instructions.steps.some((step) => step.destinationAddress === address)).toBe(true);
    expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(1);
  });

  it('asks for the address while it is not known', async () => {
    const id = await create();
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    const { instructions } = await test.client.call(transferApi.readInstructions, {
      params: { id },
      query: { forOwner: true },
    });
    expect(JSON.stringify(instructions)).not.toContain('PLACEHOLDER');
    expect(instructions.steps.every((step) => step.destinationAddress === null && step.amount === null)).toBe(true);
  });

  it('does not open a guide for the concierge alone', async () => {
    const concierge = await create();
    const guide = await create();
    await test.publish(PaymentSucceeded, concierge, paid(concierge, 'concierge'));
    await test.publish(PaymentSucceeded, guide, paid(guide));
    await settledStatus(guide, 'instructions_sent');
    expect((await read(concierge)).status).toBe('pending');
  });

  it('neither opens nor closes a guide for what only a newer service knows', async () => {
    const lessons = await create();
    const guide = await create();
    await test.publish(PaymentSucceeded, lessons, paid(lessons, 'lessons'));
    await test.publish(PaymentSucceeded, guide, paid(guide));
    await test.publish(PaymentRefunded, guide, { ...paid(guide), refundedCents: 400, closes: 'lessons' });
    const last = await create();
    await test.publish(PaymentSucceeded, last, paid(last));
    await settledStatus(last, 'instructions_sent');
    await settledStatus(guide, 'instructions_sent');
    expect((await read(lessons)).status).toBe('pending');
    const { deadLetters } = await test.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === lessons || subject === guide)).toEqual([]);
  });

  it('says when the operator released it', async () => {
    const id = await create();
    await test.publish(PaymentBypassed, id, { transferId: id });
    await settledStatus(id, 'instructions_sent');
    expect((await eventsOf(id, 'transfer.instructions_ready'))[0]?.data).toMatchObject({ reason: 'bypassed' });
  });

  it('parks an event of an unknown version', async () => {
    const id = randomBytes(16).toString('hex');
    await test.publish(PaymentSucceeded, id, paid(id), { dataversion: 99 });
    await eventually(async () => {
      const { deadLetters } = await test.client.call(operationsApi.listDeadLetters);
      expect(deadLetters).toContainEqual(expect.objectContaining({ subject: id, type: 'payment.succeeded' }));
    });
  });
});

describe('access', () => {
  const minutes = (count: number) => ({
    time: new Date(Date.parse('2026-11-20T10:00:00Z') + count * 60_000).toISOString(),
  });

  it('an add-on is owned, and ordered; paid back, the guide stays', async () => {
    const id = await create();
    expect((await read(id)).access).toEqual({ guide: false, concierge: 'none' });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    expect(await read(id)).toMatchObject({ serviceFee: '4.00', access: { guide: true, concierge: 'none' } });
    await test.publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() }, minutes(1));
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ serviceFee: '17.76', access: { guide: true, concierge: 'owned' } }),
    );
    await test.publish(
      PaymentRefunded,
      id,
      { ...paid(id, 'concierge'), refundedCents: 1376, closes: 'concierge' },
      minutes(2),
    );
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ serviceFee: '17.76', access: { guide: true, concierge: 'refunded' } }),
    );
  });

  it('a bundle paid back opens nothing, also when its payment is heard of last', async () => {
    const id = await create({ serviceFee: '17.76' });
    await test.publish(PaymentRefunded, id, { ...paid(id, 'bundle'), refundedCents: 1776, closes: 'all' }, minutes(2));
    await test.publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() }, minutes(1));
    await test.publish(PaymentSucceeded, id, paid(id, 'bundle'), minutes(1));
    await eventually(async () => expect(await eventsOf(id, 'transfer.updated')).toHaveLength(3));
    expect(await read(id)).toMatchObject({ status: 'refunded', access: { guide: false, concierge: 'refunded' } });
    expect(await eventsOf(id, 'transfer.instructions_ready')).toEqual([]);
  });

  it('what payment says again is answered again, and what follows from it is told again', async () => {
    const id = await create();
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    const { version } = await read(id);
    await test.publish(PaymentSucceeded, id, paid(id));
    const access = { guide: true, concierge: 'none' };
    await eventually(async () => {
      const updates = await eventsOf(id, 'transfer.updated');
      expect(updates.map(({ data }) => data)).toEqual([
        expect.objectContaining({ changed: ['status', 'access'], access, version }),
        expect.objectContaining({ changed: [], access, version }),
      ]);
    });
    expect(await eventsOf(id, 'transfer.instructions_ready')).toHaveLength(2);
    expect((await read(id)).version).toBe(version);
  });

  it('an operator releases an expired transfer', async () => {
    const id = await create();
    await test.context.transact((tx) => lockAndDecide(test.context, tx, id, (transfer) => expire(transfer, now)));
    await test.publish(PaymentBypassed, id, { transferId: id });
    await settledStatus(id, 'instructions_sent');
  });
});

describe('forgetting', () => {
  const dayMs = 86_400_000;
  const closings = async (id: string) => (await eventsOf(id, 'transfer.closing')).length;
  const run = async (name: string) => {
    const job = transferJobs(test.context).find(({ definition }) => definition.name === name);
    await job?.run({}, { id: name, attempt: 1, lastAttempt: true, signal: new AbortController().signal });
  };

  it('says of a transfer that expired 90 days ago that it is closing, and deletes it once its order is closed', async () => {
    const today = now;
    const id = await create({ destinationAddress: address });
    now = new Date(today.getTime() + 31 * dayMs);
    await run('expire-unpaid');
    now = new Date(today.getTime() + 120 * dayMs);
    await run('close-expired');
    expect(await closings(id)).toBe(0);
    now = new Date(today.getTime() + 122 * dayMs);
    await run('close-expired');
    await eventually(async () => expect(await closings(id)).toBe(1));
    expect((await read(id)).status).toBe('expired');
    await test.publish(OrderClosed, id, { transferId: id });
    await eventually(() => expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found' }));
    await test.publish(OrderClosed, id, { transferId: id });
    await eventually(async () => expect(await eventsOf(id, 'transfer.deleted')).toHaveLength(1));
    await run('close-expired');
    expect(await closings(id)).toBe(1);
    now = today;
  });

  it('ignores what payment reports of late money once it is deleted', async () => {
    const id = randomBytes(16).toString('hex');
    const late = { ...paid(id), refundedCents: 400, refundRequestedAt: null };
    await test.publish(MoneyReturned, id, late);
    const { id: last } = await test.publish(PaymentRefunded, id, { ...late, closes: 'guide' });
    await eventually(async () => {
      const taken = await test.context.db.selectFrom('inbox').select('event_id').where('event_id', '=', last).execute();
      expect(taken).toHaveLength(1);
    });
    const { deadLetters } = await test.client.call(operationsApi.listDeadLetters);
    expect(deadLetters.filter(({ subject }) => subject === id)).toEqual([]);
  });

  it('keeps what was paid for after all', async () => {
    const id = await create();
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    await test.publish(OrderClosed, id, { transferId: id });
    await test.publish(ConciergeActivated, id, { transferId: id, paymentId: randomUUID() });
    await eventually(async () => expect((await read(id)).access).toEqual({ guide: true, concierge: 'owned' }));
    expect(await eventsOf(id, 'transfer.deleted')).toEqual([]);
  });
});

describe('changing', () => {
  it('marks a swapped address after payment', async () => {
    const id = await create({ destinationAddress: address });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    const changed = await test.client.call(transferApi.change, {
      params: { id },
      body: { destinationAddress: otherAddress },
    });
    expect(changed).toMatchObject({
      destinationAddress: otherAddress,
      addressChangedAt: now.toISOString(),
      version: 3,
    });
    const updates = await eventsOf(id, 'transfer.updated');
    expect(updates.at(-1)?.data).toMatchObject({ changed: ['destinationAddress'], addressChangedAfterPayment: true });
    expect(JSON.stringify(updates)).not.toContain(otherAddress);
  });

  it('keeps whether a test goes first, and the instructions follow', async () => {
    const id = await create({ amountDrops: '5000000000' });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    const change = (testFirst: boolean) =>
      test.client.call(transferApi.change, { params: { id }, body: { testFirst } });
    const sendNow = async (forOwner: boolean) => {
      const reply = await test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner } });
      return reply.instructions.sendNow;
    };
    expect(await read(id)).toMatchObject({ testFirst: true });
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    expect(await change(false)).toMatchObject({ testFirst: false, sourceAmount: '5000' });
    expect(await sendNow(true)).toMatchObject({ kind: 'all', amountXrp: '5000' });
    expect(await sendNow(false)).toMatchObject({ kind: 'test', amountXrp: null });
    expect((await eventsOf(id, 'transfer.updated')).at(-1)?.data).toMatchObject({ changed: ['testFirst'] });
    const { version } = await change(true);
    expect(await sendNow(true)).toMatchObject({ kind: 'test', amountXrp: '2' });
    const written = await test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner: true } });
    expect(written.version).toBe(version);
    expect((await change(true)).version).toBe(version);
  });

  it('is refused once completed', async () => {
    const id = await create({ destinationAddress: address });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    const done = await completeTransfer(test, id);
    expect(done.status).toBe('completed');
    expect(await test.client.call(transferApi.confirmArrival, { params: { id } })).toEqual(done);
    await expect(
      test.client.call(transferApi.change, { params: { id }, body: { destinationTag: '1' } }),
    ).rejects.toMatchObject({ code: 'transfer_closed' });
    expect(await eventsOf(id, 'transfer.completed')).toHaveLength(1);
  });

  it('concurrent changes lose nothing', async () => {
    const id = await create();
    await Promise.all([
      test.client.call(transferApi.change, { params: { id }, body: { destinationAddress: address } }),
      test.client.call(transferApi.change, { params: { id }, body: { destinationTag: '42' } }),
      test.client.call(transferApi.change, { params: { id }, body: { amountDrops: '5000000' } }),
    ]);
    expect(await read(id)).toMatchObject({
      destinationAddress: address,
      destinationTag: '42',
      sourceAmount: '5',
      version: 4,
    });
  });
});

describe('refunding', () => {
  it('closes the instructions for a refunded guide, and only then', async () => {
    const id = await create();
    await test.publish(PaymentSucceeded, id, paid(id, 'bundle'));
    await settledStatus(id, 'instructions_sent');
    await test.publish(PaymentRefunded, id, { ...paid(id, 'bundle'), refundedCents: 1376, closes: 'concierge' });
    await test.publish(PaymentRefunded, id, { ...paid(id, 'bundle'), refundedCents: 400, closes: 'guide' });
    await settledStatus(id, 'refunded');
    expect((await read(id)).version).toBe(4);
    await expect(
      test.client.call(transferApi.readInstructions, { params: { id }, query: { forOwner: true } }),
    ).rejects.toMatchObject({
      code: 'transfer_closed',
    });
  });
});

it('answers unknown ids with 404 and calls without the token with 401', async () => {
  const id = randomBytes(16).toString('hex');
  await expect(read(id)).rejects.toMatchObject({ code: 'transfer_not_found', status: 404 });
  const answer = await fetch(`${test.url}/transfers/${id}`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'internal_token_required' });
});

describe('a request for a refund', () => {
  const requestedAt = '2026-11-20T09:30:00.000Z';
  const askedSince = (id: string, since: string | null) =>
    eventually(async () => expect((await read(id)).refundRequestedAt).toBe(since));
  const ask = (id: string, more: object = {}) =>
    test.publish(RefundRequested, id, {
      transferId: id,
      paymentId: 'pay_1',
      reason: 'customer_asked',
      requestedAt,
      ...more,
    });

  it('stands on the transfer and is told, until it is paid back', async () => {
    const id = await create();
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    await ask(id);
    await ask(id);
    await askedSince(id, requestedAt);
    await test.publish(PaymentRefunded, id, { ...paid(id), refundedCents: 400, closes: 'guide' });
    await settledStatus(id, 'refunded');
    await askedSince(id, null);
    const changes = (await eventsOf(id, 'transfer.updated')).map(
      (event) => (event.data as { changed: string[] }).changed,
    );
    expect(changes.filter((changed) => changed.includes('refundRequest'))).toHaveLength(2);
  });

  it('ends too when an operator closes it, or money goes back in another way; other requests stay open', async () => {
    const id = await create();
    await ask(id);
    await askedSince(id, requestedAt);
    const since = '2026-11-20T09:40:00.000Z';
    await test.publish(RefundRequestClosed, id, { transferId: id, paymentId: 'pay_1', refundRequestedAt: since });
    await askedSince(id, since);
    await test.publish(MoneyReturned, id, { ...paid(id), refundedCents: 100, refundRequestedAt: null });
    await askedSince(id, null);
  });

  it('is the customer’s: what is owed for other reasons says nothing to them', async () => {
    const id = await create();
    await ask(id, { reason: 'paid_twice' });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    expect((await read(id)).refundRequestedAt).toBeNull();
  });
});

describe('an arrival that the customer claims and the ledger does not show', () => {
  const claim = (id: string) => test.client.call(transferApi.confirmArrival, { params: { id } });
  const withdraw = (id: string) => test.client.call(transferApi.withdrawArrivalClaim, { params: { id } });

  async function createPaid(): Promise<string> {
    const id = await create({ destinationAddress: address });
    await test.publish(PaymentSucceeded, id, paid(id));
    await settledStatus(id, 'instructions_sent');
    return id;
  }

  it('leaves the transfer open and watched for 14 days more, and can be withdrawn', async () => {
    const id = await createPaid();
    const readWatch = () =>
      test.context.db
        .selectFrom('watch')
        .select(['id', 'since', 'after_ledger', 'ends_at'])
        .where('transfer_id', '=', id)
        .executeTakeFirstOrThrow();
    const begun = await readWatch();
    const before = now;
    now = new Date(before.getTime() + 13 * 86_400_000);
    onTestFinished(() => {
      now = before;
    });
    const claimed = await claim(id);
    const until = new Date(now.getTime() + 14 * 86_400_000);
    // The same watch: of what came before the claim, nothing is lost that was not read yet.
    expect(await readWatch()).toEqual({ ...begun, ends_at: until });
    expect(claimed).toMatchObject({
      status: 'instructions_sent',
      arrivalClaimedAt: now.toISOString(),
      watch: { state: 'watching', until: until.toISOString() },
    });
    expect(await claim(id)).toEqual(claimed);
    expect(await withdraw(id)).toMatchObject({ status: 'instructions_sent', arrivalClaimedAt: null });
    const changes = (await eventsOf(id, 'transfer.updated')).map(({ data }) => (data as { changed: string[] }).changed);
    expect(changes.slice(-2)).toEqual([['arrivalClaim'], ['arrivalClaim']]);
    expect(await eventsOf(id, 'transfer.completed')).toEqual([]);
  });

  it('keeps its prolonged watch when a run that ends watches had listed it before', async () => {
    const id = await createPaid();
    const before = now;
    now = new Date(before.getTime() + 15 * 86_400_000);
    onTestFinished(() => {
      now = before;
    });
    const { db, transact } = test.context;
    const [claimed, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claiming = transact(async (tx) => {
      const decision = (transfer: Transfer) => confirmArrival(transfer, [], now);
      await lockAndDecide(test.context, tx, id, decision, { completedBy: 'customer' });
      claimed.resolve();
      await mayCommit.promise;
    });
    await claimed.promise;
    const ending = runJob(test, 'end-watches');
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows.length).toBeGreaterThan(0);
    });
    mayCommit.resolve();
    await Promise.all([claiming, ending]);
    expect((await read(id)).watch).toMatchObject({ state: 'watching' });
  });

  it('completes the transfer after 14 days by the customer’s word, and no earlier', async () => {
    const id = await createPaid();
    const before = now;
    const completeClaimed = () => runJob(test, 'complete-claimed');
    try {
      await claim(id);
      now = new Date(before.getTime() + 14 * 86_400_000 - 1);
      await completeClaimed();
      expect((await read(id)).status).toBe('instructions_sent');
      await expect(withdraw(id)).rejects.toMatchObject({ code: 'claim_final' });
      now = new Date(before.getTime() + 14 * 86_400_000);
      await completeClaimed();
      expect(await read(id)).toMatchObject({
        status: 'completed',
        arrivals: [],
        arrivalClaimedAt: before.toISOString(),
      });
      const completed = await eventsOf(id, 'transfer.completed');
      expect(completed.map(({ data }) => (data as { by: string }).by)).toEqual(['customer']);
    } finally {
      now = before;
    }
  });
});

describe('what is counted', () => {
  it('is each transfer that is started, paid and completed, once, on its day', async () => {
    const before = now;
    now = new Date('2027-03-01T23:59:00Z');
    try {
      const [one] = await Promise.all([create(), create(), create()]);
      const id = one as string;
      now = new Date('2027-03-02T00:01:00Z');
      for (let times = 0; times < 2; times++) await test.publish(PaymentSucceeded, id, paid(id));
      await settledStatus(id, 'instructions_sent');
      for (let times = 0; times < 2; times++) await completeTransfer(test, id);
      const query = { from: '2027-03-01', to: '2027-03-02' };
      await vi.waitFor(async () =>
        expect((await test.client.call(operationsApi.readFigures, { query })).days).toEqual([
          { day: '2027-03-01', name: 'transfers_created', value: 3 },
          { day: '2027-03-02', name: 'transfers_completed', value: 1 },
          { day: '2027-03-02', name: 'transfers_paid', value: 1 },
        ]),
      );
    } finally {
      now = before;
    }
  });
});
