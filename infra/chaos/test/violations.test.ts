import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCustomer } from '../src/customers.ts';
import { services } from '../src/installation.ts';
import { withClient } from '../src/postgres-faults.ts';
import { compareCharges, compareMails, findUnhandled, type Violation } from '../src/violations.ts';

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
      { text: 'A charge was refunded twice.', isPermanent: true },
    ]);
  });
});

describe('mails', () => {
  const receipt = { subject: 'Your transfer guide and receipt for $4.00', text: 'Amount: $4.00\nPaid on: today' };
  const refund = { subject: 'We refunded $4.00', text: 'Paid: $4.00\nPaid on: today\nRefunded: $4.00' };
  const incomplete = { ...refund, text: 'Refunded: $4.00' };

  it.each([
    ['one receipt', { paid: 1 }, [receipt]],
    ['no receipt of an unpaid transfer', { paid: 0 }, []],
    ['a receipt and a refund', { paid: 1, isRefunded: true }, [receipt, refund]],
    ['a refund that came before the receipt', { paid: 1, isRefunded: true }, [refund]],
  ])('may be %s', (_, facts, mails) => {
    expect(compare(facts, mails)).toEqual([]);
  });

  it('may be sent again with the same id', () => {
    expect(compare({ paid: 1 }, [receipt, receipt], () => 'same')).toEqual([]);
  });

  it.each([
    ['no receipt', { paid: 1 }, []],
    ['two receipts', { paid: 1 }, [receipt, receipt]],
    ['a receipt of an unpaid transfer', { paid: 0 }, [receipt]],
    ['no mail about a refund', { paid: 1, isRefunded: true }, [receipt]],
    ['two mails about a refund', { paid: 1, isRefunded: true }, [receipt, refund, refund]],
    ['a mail about a refund that does not name the payment', { paid: 1, isRefunded: true }, [incomplete]],
    ['a mail about a refund that was not made', { paid: 1 }, [receipt, refund]],
  ])('violate an invariant with %s', (_, facts, mails) => {
    expect(compare(facts, mails)).toHaveLength(1);
  });

  it('violate an invariant permanently only if there is a mail too many', () => {
    expect(compare({ paid: 1 }, [])).toMatchObject([{ isPermanent: false }]);
    expect(compare({ paid: 1 }, [receipt, receipt])).toMatchObject([{ isPermanent: true }]);
  });

  function compare(
    facts: { paid: number; isRefunded?: boolean },
    mails: readonly { subject: string; text: string }[],
    idOf = (place: number) => String(place),
  ): Violation[] {
    const { customer } = createCustomer('1', 0);
    const sent = mails.map((mail, place) => ({ ...mail, messageId: idOf(place), to: customer.email }));
    return compareMails({ mails: sent }, [{ ...customer, ...facts }]);
  }
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
    expect(found).toEqual([{ text: 'transfer has not handled payment.succeeded 2.', isPermanent: false }]);
  });
});
