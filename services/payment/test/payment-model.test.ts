import { PaymentSucceeded, paymentApi } from '@xrp-bridge/contracts/payment';
import { formatCents, type Product, prices } from '@xrp-bridge/contracts/prices';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opens } from '../src/domain/payment.ts';
import { eventually, newTransferId, sharePayment } from './harness.ts';

// Runs random sequences of what a customer in several tabs, the provider and an operator do with one transfer, against
// the real service, PostgreSQL and the sandbox. The model contains only what was paid and refunded.

const t = sharePayment();

interface Paid {
  paymentId: string;
  product: Product;
  refundedCents: number;
  /** False if the order was refunded before the payment, so that the payment gave no access. */
  unlocks: boolean;
}

interface Model {
  paid: Paid[];
  /** The payment that can be paid now. */
  live: { paymentId: string; clientSecret: string; product: Product } | null;
}

/** The transfer, and the client secrets of its payments, which stay in the customer's tabs. */
interface Real {
  transferId: string;
  secrets: { paymentId: string; clientSecret: string; product: Product }[];
}

function accessOf({ paid }: Model): { guide: boolean; concierge: boolean } {
  const gives = (part: 'guide' | 'concierge') =>
    paid.some(({ product, refundedCents, unlocks }) => {
      const isRefunded = refundedCents >= (part === 'concierge' ? prices.concierge : prices[product]);
      return unlocks && opens(product)[part] && !isRefunded;
    });
  return { guide: gives('guide'), concierge: gives('concierge') };
}

/** Returns whether the guide was refunded, which ends the order. */
function isClosed(model: Model): boolean {
  const back = model.paid.some(
    ({ product, refundedCents }) => opens(product).guide && refundedCents === prices[product],
  );
  return back && !accessOf(model).guide;
}

async function expectSame(model: Model, { transferId }: Real): Promise<void> {
  await eventually(async () => expect(await t.entitlement(transferId)).toEqual(accessOf(model)));
  const expected = model.paid.map(({ paymentId, product, refundedCents }) => ({
    id: paymentId,
    status: refundedCents === prices[product] ? 'refunded' : 'succeeded',
    amount: formatCents(prices[product]),
    refunded: formatCents(refundedCents),
  }));
  const payments = (await t.paymentsOf(transferId)).filter(({ status }) => ['succeeded', 'refunded'].includes(status));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(payments.sort(byId)).toMatchObject(expected.sort(byId));
}

/** The provider's final statuses of a payment. */
const final = ['succeeded', 'canceled'];

type Command = fc.AsyncCommand<Model, Real>;

/** Each command ends with the comparison. */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      await expectSame(model, real);
    },
    toString: () => name,
  };
}

/** Opens a payment in two tabs at once. Both get the same payment. */
const open = (what: 'guide' | 'bundle' | 'concierge') =>
  command(`open ${what}`, async (model, real) => {
    const access = accessOf(model);
    const purpose = what === 'concierge' ? 'concierge' : 'transfer';
    const refusal =
      purpose === 'transfer'
        ? (access.guide && 'already_paid') || (isClosed(model) && 'transfer_closed')
        : (access.concierge && 'already_owned') || (!access.guide && 'payment_required');
    const order = () => t.order(real.transferId, { purpose, serviceFee: what === 'bundle' ? '17.76' : '4.00' });
    const tabs = await Promise.allSettled([order(), order()]);
    if (refusal) {
      const refused = { status: 'rejected', reason: { code: refusal } };
      expect(tabs).toMatchObject([refused, refused]);
      return;
    }
    const [first, second] = tabs.map((tab) => (tab.status === 'fulfilled' ? tab.value : tab.reason));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ amount: formatCents(prices[what]) });
    if (model.live?.product === what) expect(first.paymentId).toBe(model.live.paymentId);
    model.live = { paymentId: first.paymentId, clientSecret: first.clientSecret, product: what };
    real.secrets.push(model.live);
  });

/** Pays in one of the tabs, maybe of an earlier payment. The webhook may arrive after the return. */
const pay = (tab: number, card: 'pm_card_visa' | 'pm_card_chargeDeclined', order: 'return' | 'webhook') =>
  command(`pay in tab ${tab} with ${card}, ${order} first`, async (model, real) => {
    const opened = real.secrets[tab % Math.max(real.secrets.length, 1)];
    if (!opened) return;
    const isLive = opened.paymentId === model.live?.paymentId;
    if (order === 'return') await t.hold(true);
    // The provider refuses a payment that is paid or canceled.
    const refused = await t.pay(opened.clientSecret, card).then(
      () => false,
      () => true,
    );
    expect(refused).toBe(!isLive);
    if (order === 'return') await t.client.call(paymentApi.settle, { params: { transferId: real.transferId } });
    const { results } = await t.hold(false);
    for (const { status } of results) expect(status).toBe(200);
    if (refused || card === 'pm_card_chargeDeclined') return;
    model.paid.push({
      paymentId: opened.paymentId,
      product: opened.product,
      refundedCents: 0,
      unlocks: !isClosed(model),
    });
    model.live = null;
  });

/** Refunds a payment, or its concierge, twice at once. */
const refund = (index: number, what: 'all' | 'concierge') =>
  command(
    `refund ${what} of payment ${index}`,
    async (model, real) => {
      const paid = model.paid[index % model.paid.length] as Paid;
      const isPart = what === 'concierge' && paid.product !== 'concierge';
      if (isPart && paid.product === 'guide') return;
      await Promise.all([1, 2].map(() => t.refund(real.transferId, what, paid.paymentId)));
      paid.refundedCents = Math.max(paid.refundedCents, isPart ? prices.concierge : prices[paid.product]);
      if (!isClosed(model)) return;
      // The service cancels the open payment in the background.
      if (model.live) {
        await eventually(async () => {
          const open = (await t.intentsOf(real.transferId)).filter(({ status }) => !final.includes(status));
          expect(open).toEqual([]);
        });
      }
      model.live = null;
    },
    ({ paid }) => paid.length > 0,
  );

const commands = [
  fc.constantFrom('guide', 'bundle', 'concierge').map(open),
  fc
    .tuple(
      fc.nat(3),
      fc.constantFrom('pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined'),
      fc.constantFrom('return', 'webhook'),
    )
    .map((given) => pay(...given)),
  fc.tuple(fc.nat(3), fc.constantFrom('all', 'concierge')).map((given) => refund(...given)),
];

test('access, payments and refunds are as the model says after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12, size: 'max' }), async (sequence) => {
      const real: Real = { transferId: newTransferId(), secrets: [] };
      const model: Model = { paid: [], live: null };
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      const unlocked = model.paid.filter(({ unlocks }) => unlocks);
      await t.emitted(real.transferId, PaymentSucceeded, unlocked.length);
      const intents = await t.intentsOf(real.transferId);
      const charged = intents.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
      expect(charged.sort()).toEqual(model.paid.map(({ product }) => prices[product]).sort());
    }),
    { numRuns: 40, endOnFailure: false },
  );
});
