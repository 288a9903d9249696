import { chance, dayMs, dayOf, pick } from './chance.ts';
import type { SandboxCoin } from './coins.ts';
import { hasEvent, isBusy } from './market.ts';

/** A text about a coin. */
export interface Story {
  id: number;
  coin: SandboxCoin;
  title: string;
  /** Text of a comment; null for a story. */
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
  'a Dutch university',
  'a Kenyan trade agency',
  'a German telecom company',
  'an Australian fund',
];
/** Templates of events. Each event has three titles, in the words of three authors. */
const done: ((name: string, partner: string) => readonly [string, string, string])[] = [
  (name, partner) => [
    `${name} settled its first payments with ${partner}`,
    `Payments of ${partner} have been settled on ${name} for the first time`,
    `${upper(partner)} has settled payments on ${name}`,
  ],
  (name, partner) => [
    `${name} has integrated the systems of ${partner}`,
    `${upper(partner)} connected its systems to ${name}`,
    `The systems of ${partner} were connected and integrated with ${name}`,
  ],
  (name, partner) => [
    `${upper(partner)} launched its service on ${name} mainnet`,
    `A service of ${partner} went live on ${name}`,
    `The ${name} mainnet has begun to serve customers: ${partner} opened a service there`,
  ],
  (name, partner) => [
    `${upper(partner)} issued its documents as tokens on ${name}`,
    `Documents of ${partner} were tokenized with ${name}`,
    `${name} tokens were issued for the documents of ${partner}`,
  ],
  (name) => [
    `${name} validators activated the upgrade to the network`,
    `An upgrade was adopted by validators of ${name}`,
    `Network upgrade activated: ${name} validators switched on Tuesday night`,
  ],
  (name, partner) => [
    `A bridge between ${name} and ${partner} was deployed and opened`,
    `${upper(partner)} opened its bridge to ${name}`,
    `${name} deployed the bridge that ${partner} had built`,
  ],
  (name, partner) => [
    `The custody of ${partner} added ${name} tokens`,
    `${upper(partner)} has added ${name} to what its custody holds`,
    `${name} was accepted into custody by ${partner}`,
  ],
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
const sites = ['ledger-news.example', 'coin-post.example', 'finance-wire.example', 'tech-daily.example'];
const press = ['payments-journal.example', 'bank-observer.example', 'trade-times.example'];

const deedsInAll = done.length * partners.length;
/** Number of events per day of a busy coin. */
const busyDeeds = 13;

/** Returns one of the titles of an event. `index` selects the title. */
function describeEvent({ ticker, name }: SandboxCoin, day: number, index: number, deed: number): string {
  const describe = done[deed % done.length] as (typeof done)[number];
  return pick(describe(name, partners[Math.floor(deed / done.length)] as string), ticker, day, index, 'words');
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const cache = new Map<string, Story[]>();

/** Lists all texts about a coin on a day, oldest first. */
export function storiesOf(coin: SandboxCoin, day: number): Story[] {
  const key = `${coin.ticker} ${day}`;
  const known = cache.get(key) ?? writeStories(coin, day);
  cache.set(key, known);
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
      id,
      coin,
      title,
      comment: null,
      language: 'English',
      url: `https://${site}/${day}/${ticker.toLowerCase()}-${index}`,
      at: day * dayMs + Math.floor(chance(ticker, day, index, 'at') * dayMs),
      ...more,
    });
  };
  for (let index = 0; index < number; index++) {
    const kind = chance(ticker, day, index, 'kind');
    if (kind < 0.12) {
      add(index, describeEvent(coin, day, index, Math.floor(chance(ticker, day, index) * deedsInAll)));
    } else if (kind < 0.4) {
      add(index, `Ask: what do you think of ${name}?`, { comment: pick(comments, ticker, day, index)(name) });
    } else if (kind < 0.45) {
      add(index, `${name}: Kurs der Kryptowährung unter Druck`, { language: 'German' });
    } else {
      add(index, pick(hype, ticker, day, index)(name));
    }
  }
  // A busy coin has so many different events that no event repeats within three days.
  if (isBusy(coin, day)) {
    for (let index = 0; index < busyDeeds; index++)
      add(500 + index, describeEvent(coin, day, 500 + index, (day * busyDeeds + index) % deedsInAll));
  }
  // Three sites report an event within a day, each in different words.
  if (hasEvent(coin, day)) {
    const titles = pick(done, ticker, day, 'event')(name, pick(partners, ticker, day, 'event with'));
    press.forEach((site, index) => {
      add(1_000 + index, titles[index] as string, { url: `https://${site}/${day}/${ticker.toLowerCase()}` });
    });
  }
  return stories.sort((a, b) => a.at - b.at);
}

/** Returns a repository's commits and releases of a day: fewer at weekends, more before an event. */
export function workOf(coin: SandboxCoin, repository: string, day: number): { commits: number[]; releases: number[] } {
  // 1 January 1970 was a Thursday.
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

/** Lists the days between two times, including both. */
export function daysBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, dayOf(to) - dayOf(from) + 1) }, (_, index) => dayOf(from) + index);
}
