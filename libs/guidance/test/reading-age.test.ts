import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { walletIds } from '@xrp-bridge/contracts/wallets';
import { findHardSentences } from '@xrp-bridge/text/reading-age';
import { describe, expect, it } from 'vitest';
import { buildInstructions, type InstructionsInput } from '../src/instructions.ts';
import * as results from '../src/transaction-results.ts';
import { textsIn } from './plain-words.ts';

const own = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const krakens = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

/** Inputs that together produce every text of a guide. */
const variants: Partial<InstructionsInput>[] = [
  ...[null, '0.9', '8', '5000'].map((amountXrp) => ({ destinationAddress: own, amountXrp })),
  { destinationAddress: own, destinationTag: '4711', addressChangedAt: '2026-11-21T09:05:00.000Z' },
  { destinationAddress: krakens, destinationTag: '4711' },
  { baseReserveXrp: '10' },
  ...[null, '5000'].flatMap((amountXrp) => [
    { destinationAddress: own, amountXrp, arrivals: [{ deliveredXrp: '1.9', at: '2026-11-21T10:00:00.000Z' }] },
    { destinationAddress: own, amountXrp, testFirst: false },
  ]),
  { forOwner: false },
];

function textsOfGuide(pair: Pick<InstructionsInput, 'fromExchange' | 'toWallet'>): string[] {
  return variants.flatMap((variant) =>
    textsIn(
      buildInstructions({
        forOwner: true,
        destinationAddress: null,
        destinationTag: null,
        amountXrp: null,
        arrivals: [],
        testFirst: true,
        baseReserveXrp: '1',
        support: { email: 'help@example.com', hours: 'Every day', response: 'Within a day' },
        ...pair,
        ...variant,
      }),
    ),
  );
}

describe('an eleven-year-old can read', () => {
  it('every guide with every input', () => {
    const texts = exchangeIds.flatMap((fromExchange) =>
      walletIds.flatMap((toWallet) => textsOfGuide({ fromExchange, toWallet })),
    );
    expect(findHardSentences(texts)).toEqual([]);
  });

  it('every explanation of a transaction’s result', () => {
    expect(findHardSentences(textsIn(results))).toEqual([]);
  });
});
