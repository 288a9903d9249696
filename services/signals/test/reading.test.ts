import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDeeds } from '../src/domain/achievements.ts';
import { findCoins } from '../src/domain/find-coins.ts';

interface Labelled {
  done: boolean;
  coins: string[];
  text: string;
}

const labelled: Labelled[] = readFileSync(new URL('./fixtures/sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[+-]/.test(line))
  .map((line) => {
    const [coins = '', text = ''] = line.slice(1).split('|');
    return { done: line.startsWith('+'), coins: coins.trim().split(' ').filter(Boolean), text: text.trim() };
  });
/** The test set: every third sentence was not used when the rules were written. */
const heldOut = labelled.filter((_, index) => index % 3 === 2);

test('there are at least 300 labelled sentences, of which at least 100 are held out', () => {
  expect(labelled.length).toBeGreaterThanOrEqual(300);
  expect(heldOut.length).toBeGreaterThanOrEqual(100);
});

test.each([
  ['all', labelled],
  ['held out', heldOut],
])('achievements and coins are found with high precision and recall in %s labelled sentences', (name, sentences) => {
  const deeds = compare(
    sentences.map(({ done, text }) => [done, findCoins(text).length > 0 && findDeeds(text).length > 0]),
  );
  const coins = compare(
    sentences.flatMap(({ coins: labels, text }) => {
      const found = findCoins(text);
      return [...new Set([...labels, ...found])].map((coin): [boolean, boolean] => [
        labels.includes(coin),
        found.includes(coin),
      ]);
    }),
  );
  console.log(`Reading, ${name} (${sentences.length}): deeds ${describe(deeds)}; coins ${describe(coins)}`);
  // A false mention raises a coin's heat without a reason, so precision matters more than recall.
  expect(deeds.precision).toBeGreaterThan(0.94);
  expect(deeds.recall).toBeGreaterThan(0.8);
  expect(coins.precision).toBeGreaterThan(0.98);
  expect(coins.recall).toBeGreaterThan(0.95);
});

test.each([
  ['Stellar Results Lift Shares Of The Whole Sector', ''],
  ['Avalanche warning: two roads were closed', ''],
  ['The firm paid for a quant desk', ''],
  ['Stellar has settled a million payments', 'XLM'],
  ['An algorithm sold $ALGO and LINK', 'ALGO'],
  ['A LINK to the wallet', 'LINK'],
])('the coins in “%s” are “%s”', (sentence, tickers) => {
  expect(findCoins(sentence).join(' ')).toBe(tickers);
});

test.each([
  ['Rumour has it that Ripple settled payments with a bank', ''],
  ['Ripple reportedly integrated a bank', ''],
  ['Ripple did not launch its service', ''],
  ['Ripple integrated a bank, and plans to launch in May', 'integrate'],
  ['XRP surged as a bank adopted it', ''],
  ['Has a bank adopted XRP?', ''],
])('the achievements in “%s” are “%s”', (sentence, deeds) => {
  expect(findDeeds(sentence).join(' ')).toBe(deeds);
});

interface Quality {
  precision: number;
  recall: number;
}

/** Compares the findings with the labels. */
function compare(pairs: [is: boolean, found: boolean][]): Quality {
  const both = pairs.filter(([is, found]) => is && found).length;
  return {
    precision: both / pairs.filter(([, found]) => found).length,
    recall: both / pairs.filter(([is]) => is).length,
  };
}

function describe({ precision, recall }: Quality): string {
  return `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
}
