import { describe, expect, it, test } from 'vitest';
import {
  confidenceOf,
  countSites,
  groupReports,
  impactOf,
  type KnownSignal,
  leastConfidence,
  type Reported,
  typeOf,
  weighConfidence,
} from './signal.ts';

const allowed = new Set(['example.com', 'example.org']);
const now = new Date('2026-11-20T12:00:00Z');
const reported = (more: Partial<Reported> & { hoursAgo?: number } = {}): Reported => {
  const { hoursAgo = 0, ...rest } = more;
  return {
    coin: 'XRP',
    deeds: ['settle'],
    sentence: 'XRP settled payments with a shop',
    title: 'XRP settled payments with a shop',
    url: 'https://a.example.com/1',
    site: 'a.example.com',
    source: 'GDELT',
    publishedAt: new Date(now.getTime() - hoursAgo * 3_600_000),
    quantum: false,
    original: 'one',
    ...rest,
  };
};
const idOf = ({ coin, url }: Reported, type: string) => `${coin} ${type} ${url}`;

test.each([
  ['A bank settled payments', 'Institutional'],
  ['Validators adopted the client', 'Infrastructure'],
  ['The upgrade went live on mainnet', 'Deployment'],
  ['Shops accepted it', 'Adoption'],
])('%s is %s', (sentence, type) => {
  expect(typeOf(sentence)).toBe(type);
});

describe('reports', () => {
  it('below a question are named by what they say themselves', () => {
    const title = 'Ask: what do you think of XRP?';
    expect(groupReports([reported({ title })], idOf)[0]?.headline).toBe('XRP settled payments with a shop');
    expect(groupReports([reported({ title: 'XRP at a shop' })], idOf)[0]?.headline).toBe('XRP at a shop');
  });

  it('of one deed within three days are one signal, named by the first', () => {
    const signals = groupReports(
      [
        reported({ url: 'https://b.example.org/2', site: 'b.example.org', hoursAgo: 1 }),
        reported({ hoursAgo: 70 }),
        reported({ coin: 'XLM', hoursAgo: 70 }),
        reported({ sentence: 'A bank settled payments in XRP', hoursAgo: 5 }),
        reported({ url: 'https://a.example.com/old', hoursAgo: 100 }),
      ],
      idOf,
    );
    expect(signals.map(({ id, reported: of }) => [id, of.length])).toEqual([
      ['XRP Adoption https://a.example.com/old', 2],
      ['XLM Adoption https://a.example.com/1', 1],
      ['XRP Institutional https://a.example.com/1', 1],
      ['XRP Adoption https://b.example.org/2', 1],
    ]);
  });

  it('of another deed for the same coin, of the same kind and on the same day, are a signal of their own', () => {
    const tell = (sentence: string, site: string) =>
      reported({ sentence, title: sentence, site, url: `https://${site}/1`, deeds: ['settle'] });
    const signals = groupReports(
      [
        tell('Mizuho Bank settled a first payment on the XRP Ledger', 'a.example'),
        tell('A fund of Societe Generale settled a bond trade on the XRP Ledger', 'b.example'),
        tell('On the XRP Ledger, a payment of Mizuho Bank was settled', 'c.example'),
      ],
      idOf,
    );
    expect(signals.map(({ type, reported: of }) => [type, of.map(({ site }) => site)])).toEqual([
      ['Institutional', ['a.example', 'c.example']],
      ['Institutional', ['b.example']],
    ]);
  });

  it('that come late, and tell of something earlier, join what is known', () => {
    const known = groupReports([reported({ hoursAgo: 10 })], idOf);
    const late = reported({ url: 'https://b.example.org/late', title: 'Told first', hoursAgo: 30 });
    const both = groupReports([reported({ hoursAgo: 10 }), late], idOf, known);
    expect(both).toEqual([{ ...known[0], reported: [late, reported({ hoursAgo: 10 })] }]);
    // A signal without current reports is not scored again.
    expect(groupReports([], idOf, known)).toEqual([]);
    const [other, same] = groupReports([reported({ url: 'https://b.example.org/far', hoursAgo: 83 })], idOf, known);
    expect([other?.id, same]).toEqual(['XRP Adoption https://b.example.org/far', undefined]);
  });

  it('of sixty busy days are told once, however often the days are looked at', () => {
    const daysAgo = (days: number) => now.getTime() - days * 86_400_000;
    const reports = Array.from({ length: 180 }, (_, index) =>
      reported({ url: `https://a.example.com/${index}`, hoursAgo: 8 * index + ((index * 7) % 5) }),
    );
    const known = new Map<string, KnownSignal>();
    /** Age of the newly published signals after the first fetch. */
    const ages: number[] = [];
    for (let days = 30; days >= 0; days -= 1 / 6) {
      const at = daysAgo(days);
      const isRead = (time: Date) => time.getTime() > daysAgo(days + 33) && time.getTime() <= at;
      const told = groupReports(
        reports.filter(({ publishedAt }) => isRead(publishedAt)),
        idOf,
        [...known.values()].filter(({ firstAt }) => isRead(firstAt)),
      ).filter(({ firstAt }) => firstAt.getTime() > daysAgo(days + 30));
      for (const signal of told) {
        if (days < 30 && !known.has(signal.id)) ages.push((at - signal.firstAt.getTime()) / 3_600_000);
        known.set(signal.id, signal);
      }
    }
    expect(ages.length).toBeGreaterThanOrEqual(8);
    expect(ages.length).toBeLessThanOrEqual(10);
    expect(Math.max(...ages)).toBeLessThanOrEqual(4);
  });

  it('count by who owns the site, and where operators allowed it', () => {
    const sitesOf = (...sites: string[]) => {
      const [signal] = groupReports(
        sites.map((site) => reported({ site })),
        idOf,
      );
      return weighConfidence(signal as NonNullable<typeof signal>, now, allowed).sites;
    };
    expect(sitesOf('a.example.com', 'www.b.example.com', 'example.com')).toBe(1);
    expect(sitesOf('a.example.com', 'example.org')).toBe(2);
    expect(sitesOf('a.example.com', 'not-allowed.example.net', 'example.co.uk')).toBe(1);
  });

  it('do not count a submission on a site where anybody can publish', () => {
    const sitesBeside = (source: string) =>
      countSites([reported(), reported({ site: 'github.com', source })], new Set([...allowed, 'github.com']));
    expect([sitesBeside('Reddit'), sitesBeside('GitHub')]).toEqual([1, 2]);
  });

  it('make a signal surer by each site, by agreement, and less by age', () => {
    const [one] = groupReports([reported()], idOf);
    const [two] = groupReports([reported(), reported({ site: 'b.example.org' })], idOf);
    const [apart] = groupReports([reported(), reported({ site: 'b.example.org', deeds: ['launch'] })], idOf);
    const sure = (signal: typeof one, at = now) => (signal ? confidenceOf(weighConfidence(signal, at, allowed)) : -1);
    expect([sure(one), sure(two), sure(apart)]).toEqual([50, 75, 56]);
    // One site is not enough to publish a signal, however fresh it is.
    expect([sure(one) >= leastConfidence, sure(apart) >= leastConfidence]).toEqual([false, true]);
    expect(sure(two, new Date(now.getTime() + 168 * 3_600_000))).toBe(38);
    expect(weighConfidence(two as NonNullable<typeof two>, now, allowed)).toEqual({
      sites: 2,
      agreement: 1,
      ageHours: 0,
    });
  });
});

test.each([
  ['Adoption', 1, 'low'],
  ['Adoption', 2, 'medium'],
  ['Adoption', 4, 'high'],
  ['Institutional', 1, 'medium'],
  ['Institutional', 2, 'high'],
] as const)('%s by %d sites may mean %s', (type, sites, impact) => {
  const [signal] = groupReports([reported()], idOf);
  expect(impactOf({ ...(signal as NonNullable<typeof signal>), type }, { sites, agreement: 1, ageHours: 0 })).toBe(
    impact,
  );
});
