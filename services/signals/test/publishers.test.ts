import { randomUUID } from 'node:crypto';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPartitions } from '../src/partitions.ts';
import { insertPublishers } from '../src/publisher-store.ts';
import { keepItems } from '../src/store.ts';
import { scoreCoins } from '../src/use-cases/score-coins.ts';
import { writeSignalsDay } from '../src/use-cases/write-signals-day.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await keepPartitions(harness.context.db, harness.context.clock());
});
afterAll(() => harness.stop());

/** A deed that is told on these sites, each in other words; and the signal that it became. */
async function tell(partner: string, told: readonly (readonly [site: string, source: string])[]) {
  const { db, clock, settings } = harness.context;
  const texts = [
    `${partner} settled its invoices on the XRP Ledger`,
    `Invoices of ${partner} were settled with the XRP Ledger`,
    `The XRP Ledger has settled invoices for ${partner}`,
  ];
  const items = told.map(([site, source], index) => {
    const title = texts[index] as string;
    const reports = [{ coin: 'XRP', deeds: ['settle'], sentence: title }];
    const place = { id: randomUUID(), url: `https://${site}/${randomUUID()}`, title, site, source, language: 'en' };
    return { ...place, published_at: clock(), coins: ['XRP'], reports, quantum: false, duplicate_of: null };
  });
  await keepItems(db, items);
  await insertPublishers(
    db,
    told.map(([site]) => site),
    settings.MODE,
    clock(),
  );
  return find(partner);
}

async function find(partner: string) {
  await scoreCoins(harness.context, harness.context.clock());
  const { signals } = await harness.client.call(signalsApi.listSignals);
  return signals.find(({ headline }) => headline.includes(partner));
}

const decide = (domain: string, state: 'allowed' | 'blocked') =>
  harness.client.call(signalsApi.decidePublisher, { params: { domain }, body: { state } });

describe('a story is no signal', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'on subdomains of one domain',
      'Acme',
      [
        ['a.scam.com', 'GDELT'],
        ['b.scam.com', 'GDELT'],
      ],
    ],
    [
      'on domains that operators have not seen',
      'Bolt',
      [
        ['coin-one.com', 'GDELT'],
        ['coin-two.net', 'GDELT'],
      ],
    ],
    [
      'submitted by users alone, whatever it links to',
      'Cargo',
      [
        ['reuters.com', 'Hacker News'],
        ['coindesk.com', 'Reddit'],
      ],
    ],
    [
      'of one publisher and of strangers',
      'Delta',
      [
        ['reuters.com', 'GDELT'],
        ['coin-two.net', 'Hacker News'],
      ],
    ],
  ])('%s', async (_, partner, told) => {
    expect(await tell(partner, told)).toBeUndefined();
  });
});

it('links only to what an allowed publisher wrote itself, and names the others', async () => {
  const signal = await tell('Ember', [
    ['www.reuters.com', 'GDELT'],
    ['coindesk.com', 'Hacker News'],
    ['new-coins.com', 'GDELT'],
  ]);
  expect(signal?.confidence.sites).toBe(2);
  const linked = signal?.sources.map(({ site, url }) => [site, url !== null]);
  expect(new Map(linked as [string, boolean][])).toEqual(
    new Map([
      ['www.reuters.com', true],
      ['coindesk.com', false],
      ['new-coins.com', false],
    ]),
  );
  const highlights = await harness.client.call(signalsApi.listHighlights);
  expect(highlights.map(({ url }) => new URL(url).hostname)).toContain('www.reuters.com');
  await writeSignalsDay(harness.context);
  const [written] = await harness.published('signals_day.written');
  const day = written?.data as { paragraphs: { text: string; sources: { site: string }[] }[] } | undefined;
  const told = day?.paragraphs.find(({ text }) => text.includes('Ember'));
  expect(told?.sources.map(({ site }) => site)).toEqual(['www.reuters.com']);
});

it('waits for an operator, who allows a publisher or blocks it', async () => {
  const sites: [string, string][] = [
    ['fresh-paper.com', 'GDELT'],
    ['daily.fresh-wire.co.uk', 'GDELT'],
  ];
  expect(await tell('Falcon', sites)).toBeUndefined();
  const { publishers } = await harness.client.call(signalsApi.listPublishers, { query: { state: 'waiting' } });
  expect(publishers.map(({ domain }) => domain)).toEqual(
    expect.arrayContaining(['fresh-paper.com', 'fresh-wire.co.uk']),
  );
  for (const domain of ['fresh-paper.com', 'fresh-wire.co.uk']) {
    expect(await decide(domain, 'allowed')).toMatchObject({ success: true });
  }
  const signal = await find('Falcon');
  expect(signal?.sources.every(({ url }) => url !== null)).toBe(true);
  for (const domain of ['fresh-paper.com', 'fresh-wire.co.uk']) await decide(domain, 'blocked');
  const { signals } = await harness.client.call(signalsApi.listSignals);
  expect(signals.filter(({ headline }) => headline.includes('Falcon'))).toEqual([]);
  expect(await decide('never-seen.com', 'allowed')).toMatchObject({ success: false });
});
