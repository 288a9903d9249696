import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../src/assistant/answers.ts';
import type { OwnTransfer } from '../../src/assistant/own-transfer.ts';
import { product } from './evaluate.ts';

const watched: OwnTransfer = {
  status: 'instructions_sent',
  arrivedXrp: '0',
  claimed: false,
  watch: 'watching',
  refundRequested: false,
  guideStep: 5,
};
const ask = (question: string, transfer?: OwnTransfer) =>
  answerQuestion({ question, context: '/transfer/x', fromExchange: 'coinbase', toWallet: 'xumm', transfer }, product);
const question = 'My XRP has not arrived';

describe('an answer about progress', () => {
  it.each<[Partial<OwnTransfer>, string]>([
    [{}, 'You’re on step 5 of your guide, and we’re watching for your XRP but haven’t seen it yet.'],
    [{ arrivedXrp: '1.98' }, 'You’re on step 5 of your guide, and we’ve seen 1.98 XRP arrive.'],
    [{ claimed: true }, 'You told us your XRP arrived, and we’re still looking for it on the XRP network.'],
    [{ refundRequested: true }, 'You asked for a refund, and we’ll email you about it.'],
    [{ watch: 'ended' }, 'We’ve stopped watching for your XRP, but you can still use your guide.'],
    [{ watch: null, guideStep: null }, 'Your guide is ready.'],
    [{ status: 'completed' }, 'Your XRP is home, and your transfer is done.'],
    [{ status: 'refunded' }, 'We refunded your payment for this guide.'],
    [{ status: 'pending' }, 'You haven’t paid for this guide yet.'],
  ])('begins with the state of the owner’s transfer: %o', (change, sentence) => {
    expect(ask(question, { ...watched, ...change }).response.startsWith(sentence)).toBe(true);
  });

  it('is the general answer if the customer has no transfer', () => {
    expect(ask(question).response).toMatch(/^It’s normal to wait a while/);
    expect(ask(question, watched).response).toContain(ask(question).response);
  });

  it('has its steps on numbered lines', () => {
    const lines = ask(question).response.split('\n');
    expect(lines.slice(1, 5).map((line) => line.slice(0, 3))).toEqual(['1. ', '2. ', '3. ', '4. ']);
  });
});

it('an answer about another subject does not mention the transfer', () => {
  const price = 'What does it cost?';
  expect(ask(price, watched)).toEqual(ask(price));
});

it('links of an answer are named by their subject, not by their host', () => {
  const { sources } = ask('Why do I have to wait?');
  expect(sources.length).toBeGreaterThan(1);
  for (const { title } of sources) expect(title).not.toMatch(/\.(?:com|org|net)\b/);
});
