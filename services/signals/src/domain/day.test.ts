import { describe, expect, it } from 'vitest';
import { type FreshSignal, writeDay } from './day.ts';
import type { SignalFacts } from './facts.ts';

const day = '2026-11-22';

function signal(score: number, facts: Partial<SignalFacts> = {}): FreshSignal {
  const reported = [
    {
      title: 'A bank did it',
      url: 'https://news.example/a',
      site: 'news.example',
      publishedAt: '2026-11-21T09:00:00Z',
    },
  ];
  const known: Partial<SignalFacts> = {
    score,
    summary: `A bank integrated it (${score}).`,
    graphMoved: false,
    reported,
    confidence: { sites: 3, agreement: 1, ageHours: 5 },
    ...facts,
  };
  return { name: 'Stellar', facts: known as SignalFacts };
}

describe('the signals of a day', () => {
  it('are none where there is nothing new: nobody is written to', () => {
    expect(writeDay(day, [])).toBeNull();
  });

  it('say what was done, who says so, how sure that is, and what the price did since', () => {
    expect(writeDay(day, [signal(80)])).toEqual({
      day,
      paragraphs: [
        {
          title: 'Stellar',
          text: 'A bank integrated it (80). 3 sites say so. We are 80 % sure. The price has not moved yet.',
          sources: [
            {
              title: 'A bank did it',
              url: 'https://news.example/a',
              site: 'news.example',
              at: '2026-11-21T09:00:00.000Z',
            },
          ],
        },
      ],
    });
  });

  it('are whole sentences, also of one site, and where the price has moved', () => {
    const confidence = { sites: 1, agreement: 1, ageHours: 0 };
    const told = writeDay(day, [signal(50, { summary: 'A bank integrated it', graphMoved: true, confidence })]);
    expect(told?.paragraphs[0]?.text).toBe(
      'A bank integrated it. 1 site says so. We are 50 % sure. The price has moved since.',
    );
  });

  it('say nothing of a price that is not known', () => {
    expect(writeDay(day, [signal(80, { graphMoved: null })])?.paragraphs[0]?.text).toBe(
      'A bank integrated it (80). 3 sites say so. We are 80 % sure.',
    );
  });

  it.each([
    [10, []],
    [11, ['1 more signal is on our page.']],
    [14, ['4 more signals are on our page.']],
  ])('of %i are the ten surest, and how many are left', (many, left) => {
    const told = writeDay(
      day,
      Array.from({ length: many }, (_, index) => signal(50 + index)),
    );
    const texts = told?.paragraphs.map(({ text }) => text) ?? [];
    expect(texts.slice(0, 10).map((text) => Number(/\((\d+)\)/.exec(text)?.[1]))).toEqual(
      Array.from({ length: 10 }, (_, index) => 49 + many - index),
    );
    expect(texts.slice(10)).toEqual(left);
  });

  it('say nothing of what may come, and give no advice', () => {
    const text = JSON.stringify(writeDay(day, [signal(80), signal(60, { graphMoved: true })]));
    expect(text).not.toMatch(/\b(?:will|expect|should|could|soon|buy|sell|target)\b/i);
  });
});
