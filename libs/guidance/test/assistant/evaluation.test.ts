import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { heldOutQuestions } from './held-out-questions.ts';
import { questions } from './questions.ts';

describe('the assistant', () => {
  it.each([
    { name: 'used for tuning', set: questions, minimumShare: 0.95, minimumCount: 120 },
    { name: 'held out', set: heldOutQuestions, minimumShare: 0.9, minimumCount: 40 },
  ])('answers enough of the questions $name correctly', ({ name, set, minimumShare, minimumCount }) => {
    const { share, wrong } = evaluate(set);
    const right = set.length - wrong.length;
    console.log(`Assistant, questions ${name}: ${right} of ${set.length} answered correctly (${percent(share)})`);
    expect(set.length).toBeGreaterThanOrEqual(minimumCount);
    expect(new Set(set.map(({ question, at }) => JSON.stringify([question, at]))).size).toBe(set.length);
    expect(share, JSON.stringify(wrong, null, 2)).toBeGreaterThanOrEqual(minimumShare);
  });
});

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
