import { PaymentRefunded, ReadLedger, ReconcileLedger, RefundPayment } from '@xrp-bridge/contracts/payment';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CheckLedger, paymentJobs } from '../src/jobs.ts';
import { type Harness, startPayment } from './harness.ts';

let t: Harness;
beforeAll(async () => {
  t = await startPayment();
});
afterEach(() => t.checkLedger());
afterAll(() => t?.stop());

test('a bundle is two sales, and a refund of its concierge touches only that', async () => {
  const before = (await t.client.call(ReadLedger)).totals;
  const { transferId, paymentId } = await t.paidTransfer('17.76');
  await t.client.call(RefundPayment, { params: { transferId }, body: { product: 'concierge' } });
  await t.emitted(transferId, PaymentRefunded);
  const { totals } = await t.client.call(ReadLedger);
  const moved = Object.entries(totals).map(([account, total]) => [
    account,
    total - (before[account as 'revenue_guide'] ?? 0),
  ]);
  expect(Object.fromEntries(moved)).toEqual({
    stripe_clearing: 400,
    revenue_guide: -400,
    revenue_concierge: -1376,
    refunds_guide: 0,
    refunds_concierge: 1376,
  });
  const lines = await t.context.db.selectFrom('ledger_entry').selectAll().where('payment_id', '=', paymentId).execute();
  expect(lines).toHaveLength(5);
});

test('what does not balance cannot be written, and what is written cannot be changed', async () => {
  const { paymentId } = await t.paidTransfer();
  const { db } = t.context;
  const line = { currency: 'USD', payment_id: paymentId, kind: 'sale', at: new Date() } as const;
  const write = (transaction: string, ...amounts: [string, number][]) =>
    db
      .insertInto('ledger_entry')
      .values(
        amounts.map(([account, cents]) => ({
          ...line,
          transaction_id: transaction,
          account: account as 'revenue_guide',
          amount_cents: cents,
        })),
      )
      .execute();
  await expect(write('one-sided', ['stripe_clearing', 400])).rejects.toThrow('must sum to zero');
  await expect(write('a cent off', ['stripe_clearing', 400], ['revenue_guide', -399])).rejects.toThrow(
    'must sum to zero',
  );
  await expect(write(paymentId, ['stripe_clearing', 400], ['revenue_guide', -400])).rejects.toThrow('duplicate key');
  for (const change of [
    sql`update ledger_entry set amount_cents = 1 where payment_id = ${paymentId}`,
    sql`delete from ledger_entry where payment_id = ${paymentId}`,
    sql`truncate ledger_entry`,
  ]) {
    await expect(change.execute(db)).rejects.toThrow('append-only');
  }
});

test('a difference from what the provider holds is found, payment by payment', async () => {
  const differing = await startPayment();
  try {
    const kept = await differing.paidTransfer();
    const lost = await differing.paidTransfer('17.76');
    await differing.hold(true);
    await differing.provider.refunds.create({ payment_intent: lost.intentId, amount: 100 });
    const found = await differing.client.call(ReconcileLedger);
    expect(found).toEqual({
      agrees: false,
      ledger: { paidCents: 2176, refundedCents: 0 },
      provider: { paidCents: 2176, refundedCents: 100 },
      differences: [
        {
          paymentId: lost.paymentId,
          intentId: lost.intentId,
          ledger: { paidCents: 1776, refundedCents: 0 },
          provider: { paidCents: 1776, refundedCents: 100 },
        },
      ],
    });
    // A charge of another shop on the same account is none of our business.
    await differing.provider.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    // One that names a payment of ours but is not booked is.
    await differing.provider.paymentIntents.create({
      amount: 400,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { payment_id: kept.paymentId },
    });
    const { differences } = await differing.client.call(ReconcileLedger);
    expect(differences).toHaveLength(2);
    expect(differences).toContainEqual(expect.objectContaining({ paymentId: kept.paymentId, ledger: null }));
    const job = paymentJobs(differing.context).find((one) => one.definition === CheckLedger);
    const said: unknown[] = [];
    differing.context.log.error = ((...given: unknown[]) => said.push(given)) as never;
    await job?.run({}, { id: 'check', attempt: 1, lastAttempt: true, signal: new AbortController().signal });
    expect(JSON.stringify(said)).toContain('differs from what the provider holds');
  } finally {
    await differing.stop();
  }
});
