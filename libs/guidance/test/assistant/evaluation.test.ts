import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { heldOutQuestions } from './held-out-questions.ts';
import { questions } from './questions.ts';

describe('the share of questions answered correctly', () => {
  it.each([
    { name: 'tuned on', asked: questions, enough: 0.95, atLeast: 120 },
    { name: 'kept for the final check', asked: heldOutQuestions, enough: 0.9, atLeast: 40 },
  ])('is high enough: $name', ({ name, asked, enough, atLeast }) => {
    const { share, wrong } = evaluate(asked);
    const right = asked.length - wrong.length;
    console.log(`Assistant, questions ${name}: ${right} of ${asked.length} answered correctly (${percent(share)})`);
    expect(asked.length).toBeGreaterThanOrEqual(atLeast);
    expect(new Set(asked.map(({ ask, at }) => JSON.stringify([ask, at]))).size).toBe(asked.length);
    expect(share, JSON.stringify(wrong, null, 2)).toBeGreaterThanOrEqual(enough);
  });
});

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
