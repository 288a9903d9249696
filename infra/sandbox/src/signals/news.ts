import { chance, dayMs, dayOf, pick } from './chance.ts';
import type { SandboxCoin } from './coins.ts';
import { hasEvent } from './market.ts';

/** Something that was written about a coin. */
export interface Story {
  id: number;
  coin: SandboxCoin;
  title: string;
  /** Of a comment; stories have none. */
  comment: string | null;
  url: string;
  at: number;
  language: 'English' | 'German';
}

const partners = [
  'a Japanese bank',
  'a Brazilian payment firm',
  'the port of Antwerp',
  'a Swiss insurer',
  'two universities',
  'a Kenyan trade agency',
  'a German telecom company',
  'an Australian fund',
];
const done: ((name: string, partner: string) => string)[] = [
  (name, partner) => `${name} settled its first payments with ${partner}`,
  (name, partner) => `${name} has integrated the systems of ${partner}`,
  (name, partner) => `${upper(partner)} launched its service on ${name} mainnet`,
  (name, partner) => `${upper(partner)} issued its documents as tokens on ${name}`,
  (name) => `${name} validators activated the upgrade to the network`,
  (name, partner) => `A bridge between ${name} and ${partner} was deployed and opened`,
  (name, partner) => `The custody of ${partner} added ${name} tokens`,
];
const hype: ((name: string) => string)[] = [
  (name) => `Will ${name} be the next big thing in crypto?`,
  (name) => `${name} could double this year, analyst says`,
  (name) => `Why ${name} holders are nervous about the token`,
  (name) => `${name} plans to launch a new network next year`,
  (name) => `${name} price prediction for the crypto winter`,
  (name) => `${name} foundation hopes for approval of its blockchain project`,
  (name) => `Everyone is talking about ${name} and its coin again`,
];
const comments: ((name: string) => string)[] = [
  (name) => `I have never understood what ${name} does better than a database. The token is down anyway.`,
  (name) => `We used ${name} nodes at work for a month. It worked, but nobody needed the ledger.`,
  (name) => `If ${name} delivers the upgrade I will look at the coin again.`,
  (name) => `Our team deployed a test on ${name} testnet last week and published the code.`,
];
const sites = [
  'ledger-news.example.com',
  'coin-post.example.org',
  'finance-wire.example.net',
  'tech-daily.example.com',
];
const press = ['payments-journal.example.com', 'bank-observer.example.org', 'trade-times.example.net'];

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const told = new Map<string, Story[]>();

/** Everything that is written about a coin on a day, in order. */
export function storiesOf(coin: SandboxCoin, day: number): Story[] {
  const key = `${coin.ticker} ${day}`;
  const known = told.get(key) ?? writeStories(coin, day);
  told.set(key, known);
  return known;
}

function writeStories(coin: SandboxCoin, day: number): Story[] {
  const { ticker, name, chatter } = coin;
  const number = Math.round(chatter * (0.6 + 0.8 * chance(ticker, 'chatter', day)));
  const stories: Story[] = [];
  const add = (index: number, title: string, more: Partial<Story> = {}) => {
    const id = 40_000_000 + Math.floor(chance(ticker, day, index, 'id') * 9_000_000);
    const site = pick(sites, ticker, day, index, 'site');
    stories.push({
      ...{ id, coin, title, comment: null, language: 'English' },
      url: `https://${site}/${day}/${ticker.toLowerCase()}-${index}`,
      at: day * dayMs + Math.floor(chance(ticker, day, index, 'at') * dayMs),
      ...more,
    });
  };
  for (let index = 0; index < number; index++) {
    const kind = chance(ticker, day, index, 'kind');
    if (kind < 0.12) {
      add(index, pick(done, ticker, day, index)(name, pick(partners, ticker, day, index, 'with')));
    } else if (kind < 0.4) {
      add(index, `Ask: what do you think of ${name}?`, { comment: pick(comments, ticker, day, index)(name) });
    } else if (kind < 0.45) {
      add(index, `${name}: Kurs der Kryptowährung unter Druck`, { language: 'German' });
    } else {
      add(index, pick(hype, ticker, day, index)(name));
    }
  }
  // What was really done is told by several, in words of their own, within a day.
  if (hasEvent(coin, day)) {
    const told = pick(done, ticker, day, 'event')(name, pick(partners, ticker, day, 'event with'));
    press.forEach((site, index) => {
      const words = [told, `${told}, the firm confirmed`, `Confirmed on ${name}: ${told}`][index] as string;
      add(1_000 + index, words, { url: `https://${site}/${day}/${ticker.toLowerCase()}` });
    });
  }
  return stories.sort((a, b) => a.at - b.at);
}

/** How much was built in a repository on a day: less at weekends, more before something is done. */
export function workOf(coin: SandboxCoin, repository: string, day: number): { commits: number[]; releases: number[] } {
  // The first of January 1970 was a Thursday.
  const weekend = [2, 3].includes(day % 7);
  const busy = [1, 2, 3, 4, 5].some((ahead) => hasEvent(coin, day + ahead)) ? 2 : 1;
  const commits = Math.floor((weekend ? 2 : 8) * busy * chance(repository, day));
  const times = (count: number, what: string) =>
    Array.from({ length: count }, (_, index) => day * dayMs + Math.floor(chance(repository, day, what, index) * dayMs));
  return {
    commits: times(commits, 'commit'),
    releases: times(chance(repository, 'release', day) < 0.03 ? 1 : 0, 'release'),
  };
}

/** All days from one time to another. */
export function daysBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, dayOf(to) - dayOf(from) + 1) }, (_, index) => dayOf(from) + index);
}
