import { describe, expect, it, test } from 'vitest';
import {
  confidenceOf,
  countSites,
  groupReports,
  impactOf,
  leastConfidence,
  type Reported,
  type StoredSignal,
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
])('the type of “%s” is %s', (sentence, type) => {
  expect(typeOf(sentence)).toBe(type);
});

describe('reports', () => {
  it('form a signal whose headline is the report’s sentence if the report’s title is a question', () => {
    const title = 'Ask: what do you think of XRP?';
    expect(groupReports([reported({ title })], idOf)[0]?.headline).toBe('XRP settled payments with a shop');
    expect(groupReports([reported({ title: 'XRP at a shop' })], idOf)[0]?.headline).toBe('XRP at a shop');
  });

  it('about the same achievement within three days form one signal with the id of the first report', () => {
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

  it('about another achievement of the same coin, type and day form another signal', () => {
    const report = (sentence: string, site: string) =>
      reported({ sentence, title: sentence, site, url: `https://${site}/1`, deeds: ['settle'] });
    const signals = groupReports(
      [
        report('Mizuho Bank settled a first payment on the XRP Ledger', 'a.example'),
        report('A fund of Societe Generale settled a bond trade on the XRP Ledger', 'b.example'),
        report('On the XRP Ledger, a payment of Mizuho Bank was settled', 'c.example'),
      ],
      idOf,
    );
    expect(signals.map(({ type, reported: of }) => [type, of.map(({ site }) => site)])).toEqual([
      ['Institutional', ['a.example', 'c.example']],
      ['Institutional', ['b.example']],
    ]);
  });

  it('join the stored signal of the same achievement if they arrive late', () => {
    const stored = groupReports([reported({ hoursAgo: 10 })], idOf);
    const late = reported({ url: 'https://b.example.org/late', title: 'Told first', hoursAgo: 30 });
    const both = groupReports([reported({ hoursAgo: 10 }), late], idOf, stored);
    expect(both).toEqual([{ ...stored[0], reported: [late, reported({ hoursAgo: 10 })] }]);
    // A signal without current reports is not scored again.
    expect(groupReports([], idOf, stored)).toEqual([]);
    const [other, same] = groupReports([reported({ url: 'https://b.example.org/far', hoursAgo: 83 })], idOf, stored);
    expect([other?.id, same]).toEqual(['XRP Adoption https://b.example.org/far', undefined]);
  });

  it('from sixty busy days form no duplicate signals when they are regrouped every four hours', () => {
    const daysAgo = (days: number) => now.getTime() - days * 86_400_000;
    const reports = Array.from({ length: 180 }, (_, index) =>
      reported({ url: `https://a.example.com/${index}`, hoursAgo: 8 * index + ((index * 7) % 5) }),
    );
    const stored = new Map<string, StoredSignal>();
    /** Ages of the signals that are published after the first fetch. */
    const ages: number[] = [];
    for (let days = 30; days >= 0; days -= 1 / 6) {
      const at = daysAgo(days);
      const isRead = (time: Date) => time.getTime() > daysAgo(days + 33) && time.getTime() <= at;
      const grouped = groupReports(
        reports.filter(({ publishedAt }) => isRead(publishedAt)),
        idOf,
        [...stored.values()].filter(({ firstAt }) => isRead(firstAt)),
      ).filter(({ firstAt }) => firstAt.getTime() > daysAgo(days + 30));
      for (const signal of grouped) {
        if (days < 30 && !stored.has(signal.id)) ages.push((at - signal.firstAt.getTime()) / 3_600_000);
        stored.set(signal.id, signal);
      }
    }
    expect(ages.length).toBeGreaterThanOrEqual(8);
    expect(ages.length).toBeLessThanOrEqual(10);
    expect(Math.max(...ages)).toBeLessThanOrEqual(4);
  });

  it('count once for each allowed registrable domain', () => {
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

  it('submitted by users do not count when they link to an open platform', () => {
    const sitesBeside = (source: string) =>
      countSites([reported(), reported({ site: 'github.com', source })], new Set([...allowed, 'github.com']));
    expect([sitesBeside('Reddit'), sitesBeside('GitHub')]).toEqual([1, 2]);
  });

  it('raise the confidence with each site and with agreement, and lower it with age', () => {
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
] as const)('a signal of type %s on %d sites has %s impact', (type, sites, impact) => {
  const [signal] = groupReports([reported()], idOf);
  expect(impactOf({ ...(signal as NonNullable<typeof signal>), type }, { sites, agreement: 1, ageHours: 0 })).toBe(
    impact,
  );
});
