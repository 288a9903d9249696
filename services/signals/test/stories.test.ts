import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDeeds } from '../src/domain/achievements.ts';
import { isSameStory, storyOf } from '../src/domain/story.ts';

interface Pair {
  same: boolean;
  joined: boolean;
  texts: string;
}

const blocks = readFileSync(new URL('./fixtures/stories.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(1)
  .map((block) => block.trim().split('\n'));

/**
 * Returns all pairs of a block's four sentences.
 * The first two sentences have one story, the last two another.
 */
const pairsOf = (sentences: readonly string[]): Pair[] => {
  const stories = sentences.map((text) => storyOf(text, findDeeds(text)));
  return sentences.flatMap((text, at) =>
    sentences.slice(at + 1).map((other, index) => ({
      same: Math.floor(at / 2) === Math.floor((at + 1 + index) / 2),
      joined: isSameStory(stories[at] as never, stories[at + 1 + index] as never),
      texts: `${text} | ${other}`,
    })),
  );
};
const all = blocks.map(pairsOf);

test.each([
  ['all', all],
  ['held out', all.filter((_, index) => index % 3 === 2)],
])('reports of the same story are joined with high precision and recall in %s labelled blocks', (name, some) => {
  const pairs = some.flat();
  const joined = pairs.filter((pair) => pair.joined);
  const right = joined.filter(({ same }) => same).length;
  const precision = right / joined.length;
  const recall = right / pairs.filter(({ same }) => same).length;
  console.log(`Stories, ${name} (${pairs.length}): precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
  if (name === 'all') expect(pairs).toHaveLength(300);
  // A wrongly joined story counts as a confirmation that does not exist, so precision matters more than recall.
  const wrong = joined.filter(({ same }) => !same).map(({ texts }) => texts);
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThan(0.9);
});
