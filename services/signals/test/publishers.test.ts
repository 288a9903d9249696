import { randomUUID } from 'node:crypto';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertItems } from '../src/item-store.ts';
import { maintainPartitions } from '../src/partitions.ts';
import { insertPublishers } from '../src/publisher-store.ts';
import { countMentions, readDays } from '../src/score-store.ts';
import type { Source } from '../src/sources/source.ts';
import { upsertQuotes } from '../src/store.ts';
import { fetchSources } from '../src/use-cases/fetch-sources.ts';
import { scoreCoins } from '../src/use-cases/score-coins.ts';
import { writeSignalsDay } from '../src/use-cases/write-signals-day.ts';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await maintainPartitions(harness.context.db, harness.context.clock());
});
afterAll(() => harness.stop());

/**
 * Inserts an achievement that these sites report in different words.
 * @returns the achievement's signal, if it is published
 */
async function report(partner: string, sites: readonly (readonly [site: string, source: string])[]) {
  const { db, clock, settings } = harness.context;
  const texts = [
    `${partner} settled its invoices on the XRP Ledger`,
    `Invoices of ${partner} were settled with the XRP Ledger`,
    `The XRP Ledger has settled invoices for ${partner}`,
  ];
  const items = sites.map(([site, source], index) => {
    const title = texts[index] as string;
    const reports = [{ coin: 'XRP', deeds: ['settle'], sentence: title }];
    const place = { id: randomUUID(), url: `https://${site}/${randomUUID()}`, title, site, source, language: 'en' };
    return { ...place, published_at: clock(), coins: ['XRP'], reports, quantum: false, duplicate_of: null };
  });
  await insertItems(db, items);
  await insertPublishers(
    db,
    sites.map(([site]) => site),
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

/** Fetches an article from a source with this name. */
async function deliver(name: string, url: string, title: string, site = new URL(url).hostname) {
  const { context } = harness;
  const item = { url, title, text: '', site, publishedAt: context.clock(), language: 'en' };
  const source: Source = {
    name,
    kind: 'mentions',
    pausedUntil: () => null,
    async *fetch() {
      yield { items: [item] };
    },
  };
  await fetchSources({ ...context, sources: [source] }, context.clock());
}

const decide = (domain: string, state: 'allowed' | 'blocked') =>
  harness.client.call(signalsApi.decidePublisher, { params: { domain }, body: { state } });

describe('no signal is published for a story', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'reported only by subdomains of one domain',
      'Acme',
      [
        ['a.reuters.com', 'GDELT'],
        ['b.reuters.com', 'GDELT'],
      ],
    ],
    [
      'reported only by publishers that wait for an operator',
      'Bolt',
      [
        ['coin-one.com', 'GDELT'],
        ['coin-two.net', 'GDELT'],
      ],
    ],
    [
      'submitted only by users, even with links to allowed publishers',
      'Cargo',
      [
        ['reuters.com', 'Hacker News'],
        ['coindesk.com', 'Reddit'],
      ],
    ],
    [
      'reported by one allowed publisher and by unknown sites',
      'Delta',
      [
        ['reuters.com', 'GDELT'],
        ['coin-two.net', 'Hacker News'],
      ],
    ],
  ])('%s', async (_, partner, sites) => {
    expect(await report(partner, sites)).toBeUndefined();
    // The signal is not only hidden from the page, but also stored as unpublished.
    const { rows } = await sql`
      select from signal where published and facts->>'headline' like ${`%${partner}%`}`.execute(harness.context.db);
    expect(rows).toEqual([]);
  });
});

it('a signal links only to texts of allowed publishers, and names the other sites without a link', async () => {
  const signal = await report('Ember', [
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
  const paragraph = day?.paragraphs.find(({ text }) => text.includes('Ember'));
  expect(paragraph?.sources.map(({ site }) => site)).toEqual(['www.reuters.com']);
});

it('a new publisher counts only after an operator allows it, and no longer after an operator blocks it', async () => {
  const sites: [string, string][] = [
    ['fresh-paper.com', 'GDELT'],
    ['daily.fresh-wire.co.uk', 'GDELT'],
  ];
  expect(await report('Falcon', sites)).toBeUndefined();
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

describe('an article that users submitted', () => {
  const partner = { url: 'Ginkgo Savings Company', story: 'Harbor Credit Union' };
  const title = (name: string) => `${name} settled invoices on the XRP Ledger`;
  const other = (name: string) => `All supplier invoices of ${name} were settled today with the XRP Ledger`;

  it.each<[string, keyof typeof partner, string]>([
    ['with the same URL', 'url', 'https://www.reuters.com/ginkgo'],
    ['with the same story', 'story', 'https://www.reuters.com/harbor'],
  ])('becomes a signal when a publisher’s source delivers an article %s', async (_, kind, url) => {
    const name = partner[kind];
    const submitted =
      kind === 'url'
        ? [url, `Wow! XRP has settled all the old bills and invoices that ${name} still had`]
        : [`https://apnews.com/${name}`, title(name)];
    await deliver('Hacker News', submitted[0] as string, submitted[1] as string);
    await deliver('Hacker News', `https://coindesk.com/${name}`, other(name));
    expect(await find(name)).toBeUndefined();
    await deliver('GDELT', url, title(name));
    const signal = await find(name);
    expect(signal).toMatchObject({ headline: title(name), confidence: { sites: 2 } });
    expect(signal?.sources.map(({ site, url: link }) => [site, link])).toEqual(
      expect.arrayContaining([
        ['www.reuters.com', url],
        ['coindesk.com', null],
      ]),
    );
    expect(signal?.sources).toHaveLength(2);
  });

  it('does not replace the signal from a publisher that reported the article first', async () => {
    const url = 'https://www.reuters.com/island';
    await deliver('GDELT', url, title('Island Trust Fund'));
    await deliver('Hacker News', url, `Wow! ${title('Island Trust Fund')}`);
    await deliver('Reddit', 'https://www.reddit.com/r/XRP/island', title('Island Trust Fund'));
    await deliver('GDELT', 'https://www.coindesk.com/island', other('Island Trust Fund'));
    const signal = await find('Island Trust Fund');
    expect(signal).toMatchObject({ headline: title('Island Trust Fund'), confidence: { sites: 2 } });
    expect(signal?.sources.map(({ url: link }) => link)).toEqual(expect.arrayContaining([url]));
  });
});

describe('a blocked publisher', () => {
  it('adds nothing to the heat scores or the mentions', async () => {
    const { db, clock } = harness.context;
    const now = clock();
    await upsertQuotes(db, 'test', [
      { coin: 'XLM', price: 1, change24h: 0, volume24h: null, marketCap: null, at: now },
    ]);
    const mentionsOf = async () => {
      const days = await readDays(db, new Date(clock().getTime() + 1), 2);
      const hours = await countMentions(db, new Date(now.getTime() - 3_600_000), new Date(now.getTime() + 7_200_000));
      return [
        days.get('XLM')?.at(-1)?.mentions,
        hours.filter(({ coin }) => coin === 'XLM').reduce((sum, { mentions }) => sum + mentions, 0),
      ];
    };
    await deliver('GDELT', 'https://news.spam-coins.com/1', 'Juniper Bank settled invoices on Stellar');
    await deliver('GDELT', 'https://not-spam-coins.com/1', 'Kelp Shop accepted payments on Stellar');
    expect(await mentionsOf()).toEqual([2, 2]);
    await decide('spam-coins.com', 'blocked');
    await deliver('GDELT', 'https://spam-coins.com/2', 'Linden Insurance launched a fund on Stellar');
    expect(await mentionsOf()).toEqual([1, 2]);
  });

  it('is removed from the sites that confirm a signal', async () => {
    const sites: [string, string][] = [
      ['reuters.com', 'GDELT'],
      ['coindesk.com', 'GDELT'],
      ['mango-wire.com', 'GDELT'],
    ];
    await report('Mango', sites);
    await decide('mango-wire.com', 'allowed');
    expect((await find('Mango'))?.confidence.sites).toBe(3);
    await decide('mango-wire.com', 'blocked');
    const { signals } = await harness.client.call(signalsApi.listSignals);
    expect(signals.find(({ headline }) => headline.includes('Mango'))).toMatchObject({
      confidence: { sites: 2 },
      confidenceScore: 75,
    });
  });
});
