import { migrateService, withOwner } from '@xrp-bridge/runtime/db';
import { figureMigrations, sumFigures } from '@xrp-bridge/runtime/figures';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../src/migrations/index.ts';

const idOf = (digit: number) => String(digit).repeat(32);
const long = '2026-01-01T00:00:00Z';

/** Runs the migrations up to this one. */
async function migrateTo(url: string, last: string): Promise<void> {
  const some = Object.entries(migrations).filter(([name]) => name <= last);
  await migrateService({ url, service: 'payment', migrations: { ...figureMigrations, ...Object.fromEntries(some) } });
}

test('what was paid and booked by earlier versions is kept, and they go on booking while they are replaced', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0001_payments');
  const book = (payment: string) => sql`
    insert into payment.ledger_entry (transaction_id, account, amount_cents, currency, payment_id, kind, at)
    values (${payment}, 'stripe_clearing', 400, 'USD', ${payment}, 'sale', ${long}),
      (${payment}, 'revenue_guide', -400, 'USD', ${payment}, 'sale', ${long})`;
  const pay = (payment: string, order: string, refundRequestedAt: string | null) => sql`
    insert into payment.payment (id, order_id, product, channel, amount_cents, status, opens_guide, created_at,
      checked_at, paid_at, refund_requested_at)
    values (${payment}, ${order}, 'guide', 'intent', 400, 'succeeded', true, ${long}, ${long}, ${long},
      ${refundRequestedAt})`;
  await withOwner(url, async (db) => {
    await pay('pay_1', idOf(1), long).execute(db);
    await book('pay_1').execute(db);
  });

  await migrateTo(url, '0003_orders_and_tasks');
  await withOwner(url, async (db) => {
    await pay('pay_2', idOf(2), null).execute(db);
    await book('pay_2').execute(db);
    const { rows: entries } = await sql`
      select account, sum(amount_cents)::int as cents from payment.accounting_entry group by account order by account
    `.execute(db);
    expect(entries).toEqual([
      { account: 'revenue_guide', cents: -800 },
      { account: 'stripe_clearing', cents: 800 },
    ]);
    await expect(sql`update payment.ledger_entry set amount_cents = 1`.execute(db)).rejects.toThrow('append-only');
    const { rows: orders } = await sql`
      select order_id, confirmed_at is not null as confirmed from payment.order_state`.execute(db);
    expect(orders).toEqual([{ order_id: idOf(1), confirmed: true }]);
    const { rows: tasks } = await sql`select kind, order_id, payment_id from payment.task`.execute(db);
    expect(tasks).toEqual([{ kind: 'refund_request', order_id: idOf(1), payment_id: 'pay_1' }]);
  });

  await migrateTo(url, '0004_figures');
  await withOwner(url, async (db) => {
    await sql`set search_path to payment`.execute(db);
    expect(await sumFigures(db)).toEqual({ stripe_clearing: 800, revenue_guide: -800 });
    // Also what an instance of the release before books, by the view that it knows.
    await pay('pay_3', idOf(3), null).execute(db);
    await book('pay_3').execute(db);
    expect(await sumFigures(db)).toEqual({ stripe_clearing: 1_200, revenue_guide: -1_200 });
  });
});
