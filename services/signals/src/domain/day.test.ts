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
  const merged: Partial<SignalFacts> = {
    score,
    summary: `A bank integrated it (${score}).`,
    graphMoved: false,
    reported,
    confidence: { sites: 3, agreement: 1, ageHours: 5 },
    ...facts,
  };
  return { name: 'Stellar', facts: merged as SignalFacts };
}

describe('the daily mail’s text', () => {
  it('is null without new signals, so that no mail is sent', () => {
    expect(writeDay(day, [])).toBeNull();
  });

  it('contains the achievement, the number of sites, the confidence, the price movement and the sources', () => {
    expect(writeDay(day, [signal(80)])).toEqual({
      day,
      paragraphs: [
        {
          title: 'Stellar',
          text: 'A bank integrated it (80). 3 sites report it. Our confidence is 80%. The price hasn’t moved much since then.',
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

  it('uses the singular for one site, and states whether the price has moved', () => {
    const confidence = { sites: 1, agreement: 1, ageHours: 0 };
    const text = writeDay(day, [signal(50, { summary: 'A bank integrated it', graphMoved: true, confidence })]);
    expect(text?.paragraphs[0]?.text).toBe(
      'A bank integrated it. 1 site reports it. Our confidence is 50%. The price has moved since then.',
    );
  });

  it('omits the price movement when the price is unknown', () => {
    expect(writeDay(day, [signal(80, { graphMoved: null })])?.paragraphs[0]?.text).toBe(
      'A bank integrated it (80). 3 sites report it. Our confidence is 80%.',
    );
  });

  it.each([
    [10, []],
    [11, ['1 more signal is on our page.']],
    [14, ['4 more signals are on our page.']],
  ])('lists only the ten most confident of %i signals, and counts the others', (many, left) => {
    const text = writeDay(
      day,
      Array.from({ length: many }, (_, index) => signal(50 + index)),
    );
    const texts = text?.paragraphs.map(({ text }) => text) ?? [];
    expect(texts.slice(0, 10).map((text) => Number(/\((\d+)\)/.exec(text)?.[1]))).toEqual(
      Array.from({ length: 10 }, (_, index) => 49 + many - index),
    );
    expect(texts.slice(10)).toEqual(left);
  });

  it('contains no forecast and no advice', () => {
    const text = JSON.stringify(writeDay(day, [signal(80), signal(60, { graphMoved: true })]));
    expect(text).not.toMatch(/\b(?:will|expect|should|could|soon|buy|sell|target)\b/i);
  });
});
