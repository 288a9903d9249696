import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCustomer } from '../src/customers.ts';
import { withClient } from '../src/postgres-faults.ts';
import { compareCharges, compareMails, findUnhandled, services } from '../src/violations.ts';

const charge = { payment_intent: 'pi_1', amount: 400, amount_refunded: 0, status: 'succeeded' };
const payment = {
  id: 'p1',
  order_id: 't1',
  intent_id: 'pi_1',
  amount_cents: 400,
  status: 'succeeded',
  sales: 1,
  transfer: 'completed',
};
const refunded = { ...payment, status: 'refunded', transfer: 'refunded' };
const refundedCharge = { ...charge, amount_refunded: 400 };

describe('charges', () => {
  it('may each have a payment, a guide and a sale, or be refunded', () => {
    expect(compareCharges({ charges: [charge], refunds: [] }, [payment])).toEqual([]);
    const refunds = [{ payment_intent: 'pi_1' }];
    expect(compareCharges({ charges: [refundedCharge], refunds }, [refunded])).toEqual([]);
    const failed = { ...charge, status: 'failed' };
    expect(compareCharges({ charges: [failed], refunds: [] }, [{ ...payment, status: 'failed', sales: 0 }])).toEqual(
      [],
    );
  });

  it.each([
    ['no payment', [charge], []],
    ['two payments', [charge], [payment, { ...payment, id: 'p2' }]],
    ['two charges', [charge, charge], [payment]],
    ['no charge', [], [payment]],
    ['an open payment', [charge], [{ ...payment, status: 'open' }]],
    ['another amount', [{ ...charge, amount: 500 }], [payment]],
    ['no sale', [charge], [{ ...payment, sales: 0 }]],
    ['two sales', [charge], [{ ...payment, sales: 2 }]],
    ['no guide', [charge], [{ ...payment, transfer: 'paid' }]],
    ['a refund that the payment lacks', [refundedCharge], [payment]],
    ['a refund that the provider lacks', [charge], [refunded]],
  ])('violate an invariant with %s', (_, charges, payments) => {
    expect(compareCharges({ charges, refunds: [] }, payments)).not.toEqual([]);
  });

  it('violate an invariant if they are refunded twice', () => {
    const refunds = [{ payment_intent: 'pi_1' }, { payment_intent: 'pi_1' }];
    expect(compareCharges({ charges: [refundedCharge], refunds }, [refunded])).toEqual([
      'A charge was refunded twice.',
    ]);
  });
});

it.each([
  { paid: 1, ids: ['a'], isRight: true },
  { paid: 1, ids: ['a', 'a'], isRight: true },
  { paid: 1, ids: [], isRefunded: true, isRight: true },
  { paid: 0, ids: [], isRight: true },
  { paid: 1, ids: [], isRight: false },
  { paid: 1, ids: ['a', 'b'], isRight: false },
  { paid: 0, ids: ['a'], isRight: false },
])('compares $paid payments with receipts of the ids $ids', ({ paid, ids, isRefunded = false, isRight }) => {
  const { customer } = createCustomer('1', 0);
  const mails = ids.map((messageId) => ({ messageId, to: customer.email, subject: 'Your receipt for $4.00' }));
  expect(compareMails({ mails }, [{ ...customer, paid, isRefunded }])).toHaveLength(isRight ? 0 : 1);
});

it('finds an event that a service has not handled, of a type that the service handles', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await withClient(database.url, async (client) => {
    for (const name of services) {
      await client.query(`create schema ${name}; create table ${name}.inbox (event_id text primary key)`);
    }
    await client.query('create schema bus; create table bus.event (envelope jsonb not null)');
    for (const [id, type] of [
      ['1', 'payment.succeeded'],
      ['2', 'payment.succeeded'],
      ['3', 'payment.opened'],
    ]) {
      await client.query('insert into bus.event values ($1)', [JSON.stringify({ id, type })]);
    }
    await client.query("insert into transfer.inbox values ('1')");
    const found = await findUnhandled(
      async (text) => (await client.query(text)).rows,
      'select envelope from bus.event',
    );
    expect(found).toEqual(['transfer has not handled payment.succeeded 2.']);
  });
});
