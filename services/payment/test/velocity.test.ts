import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { expect, onTestFinished, test } from 'vitest';
import { mostDeclined, mostOpened } from '../src/domain/velocity.ts';
import { eventually, type Harness, newTransferId, sharePayment, startPayment } from './harness.ts';

const t = sharePayment();

const declinedCards = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedLostCard', 'pm_card_chargeDeclinedStolenCard'];

async function open(visitor: string, at: Pick<Harness, 'order'> = t) {
  const transferId = newTransferId();
  const { clientSecret } = await at.order(transferId, { visitor });
  return { transferId, clientSecret };
}

/** Returns how often the cards and visitors whose source begins with a text were declined. */
async function countDeclines(source: string): Promise<number> {
  const rows = await t.context.db
    .selectFrom('velocity')
    .where('source', 'like', `${source}%`)
    .select('declined')
    .execute();
  return rows.reduce((sum, { declined }) => sum + declined, 0);
}

/** Tries cards on a payment, and waits until the provider has reported each decline. */
async function tryCards(visitor: string, clientSecret: string, cards: readonly string[]): Promise<void> {
  const before = await countDeclines(`visitor ${visitor}`);
  for (const card of cards) await t.pay(clientSecret, card);
  await eventually(async () => expect(await countDeclines(`visitor ${visitor}`)).toBe(before + cards.length));
}

const statusOf = async (transferId: string) => (await t.paymentsOf(transferId)).map(({ status }) => status);

test(`a visitor opens at most ${mostOpened} payments a day on all instances together, and other visitors are not affected`, async () => {
  const database = await createTestDatabase();
  const [first, second] = [await startPayment({ database }), await startPayment({ database })];
  onTestFinished(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await database.drop();
  });
  const calls = Array.from({ length: mostOpened + 8 }, (_, call) => open('many', call % 2 ? first : second));
  const results = await Promise.allSettled(calls);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostOpened);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('tomorrow') });
  await open('other', first);
  first.advance(24 * 3600_000);
  await open('many', first);
});

test('the last allowed decline of a visitor cancels all open payments and refuses new payments', async () => {
  const { transferId, clientSecret } = await open('tester');
  const cards = Array.from({ length: mostDeclined.visitor }, (_, each) => declinedCards[each % 3] as string);
  await tryCards('tester', clientSecret, cards.slice(1));
  expect(await statusOf(transferId)).toEqual(['failed']);
  const { transferId: prepared } = await open('tester');
  const { transferId: others } = await open('neighbor');
  await tryCards('tester', clientSecret, cards.slice(0, 1));
  for (const each of [transferId, prepared])
    await eventually(async () => expect(await statusOf(each)).toEqual(['canceled']));
  expect(await statusOf(others)).toEqual(['open']);
  expect(await t.intentsOf(transferId)).toMatchObject([{ status: 'canceled' }]);
  await expect(open('tester')).rejects.toMatchObject({ code: 'rate_limited' });
  await t.order(transferId, { visitor: 'a relative' });
});

test('the declines of a visitor’s payments add up over the days', async () => {
  const { transferId, clientSecret } = await open('patient');
  const names = ['ExpiredCard', 'IncorrectCvc', 'ProcessingError'];
  const cards = Array.from(
    { length: mostDeclined.visitor - 1 },
    (_, each) => `pm_card_chargeDeclined${names[each % 3]}`,
  );
  await tryCards('patient', clientSecret, cards);
  expect(await statusOf(transferId)).toEqual(['failed']);
  t.advance(24 * 3600_000);
  await tryCards('patient', clientSecret, cards.slice(0, 1));
  await eventually(async () => expect(await statusOf(transferId)).toEqual(['canceled']));
});

test('a card that was declined too often cancels each payment on which it is tried, whatever the visitor', async () => {
  const card = 'pm_card_chargeDeclinedInsufficientFunds';
  const [first, second, third] = [await open('first'), await open('second'), await open('third')];
  await tryCards('first', first.clientSecret, Array(mostDeclined.card - 1).fill(card));
  expect(await statusOf(first.transferId)).toEqual(['failed']);
  await tryCards('second', second.clientSecret, [card]);
  await tryCards('third', third.clientSecret, [card]);
  for (const { transferId } of [second, third])
    await eventually(async () => expect(await statusOf(transferId)).toEqual(['canceled']));
  await t.pay(first.clientSecret);
  await eventually(async () => expect(await statusOf(first.transferId)).toEqual(['succeeded']));
});

test('declines of a payment without a visitor are not counted', async () => {
  const { clientSecret } = await t.order(newTransferId());
  const transferId = newTransferId();
  const counted = await t.order(transferId, { visitor: 'counted' });
  const before = await countDeclines('');
  await t.pay(clientSecret, 'pm_card_chargeDeclined');
  await tryCards('counted', counted.clientSecret, ['pm_card_chargeDeclined']);
  // One for the visitor, and one for the card.
  expect(await countDeclines('')).toBe(before + 2);
});
