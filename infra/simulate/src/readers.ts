import { randomUUID } from 'node:crypto';
import type { CloudEvent } from '@xrp-bridge/contracts/define';
import { MarketWeekWritten, UnusualDayFound } from '@xrp-bridge/contracts/signals';
import type { Bus } from '@xrp-bridge/runtime/bus/index';
import { createPerson, minuteMs, mostTries, type Person } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';
import type { ReceivedMail } from './subscribers.ts';
import { publishableKey } from './system.ts';

const dayMs = 24 * 60 * minuteMs;
/** Number of issues in the period. */
const issueCount = 6;
/** Probability that the event of an issue is emitted again. */
const twiceChance = 0.3;

const seriesNames = ['market', 'alerts'] as const;
type Series = (typeof seriesNames)[number];

/** A simulated owner of the concierge who reads newsletters, and what the reader has done. */
interface Reader {
  name: string;
  email: string;
  wants: Record<Series, boolean>;
  /** Time at which the reader confirms the address, and at which the page has shown the confirmation. */
  confirms: { from: number; to: number } | null;
  /** Time at which the page has shown that a newsletter ended. */
  stoppedAt: Record<Series, number | null>;
  isDone: boolean;
  /** The error that ended the visit. */
  failure: string | null;
}

/** An issue of a newsletter. */
interface Issue {
  series: Series;
  subject: string;
  at: number;
}

export interface Newsletters {
  readers: readonly Reader[];
  issues: readonly Issue[];
}

/** Starts readers, and the events of the signals service from which newsletters are written. */
export function startReaders(options: {
  scheduler: Scheduler;
  bus: Bus;
  sandboxUrl: string;
  seed: string;
  /** The readers and issues of the days before. */
  earlier: Newsletters;
  count: number;
  periodMs: number;
  readMails(): readonly ReceivedMail[];
}): Newsletters {
  const { scheduler, bus, sandboxUrl, seed, earlier, count, periodMs, readMails } = options;
  const readers = Array.from({ length: count }, (_, place) => {
    const number = earlier.readers.length + place + 1;
    const name = `reader ${number}`;
    const random = createRandom(`${seed} ${name}`);
    const wants = { market: random.chance(0.7), alerts: random.chance(0.7) };
    const reader: Reader = {
      name,
      email: `reader-${number}@mail.example`,
      wants,
      confirms: null,
      stoppedAt: { market: null, alerts: null },
      isDone: false,
      failure: null,
    };
    parts.run({ name }, () =>
      scheduler.schedule(`${name} comes`, random.between(0, periodMs / 4), async () => {
        // The visit takes many steps, so this step does not wait for it.
        void visit(reader, sandboxUrl, random, periodMs / 2, readMails)
          .catch((error: Error) => {
            reader.failure = error.message;
          })
          .finally(() => {
            reader.isDone = true;
          });
      }),
    );
    return reader;
  });

  const issues: Issue[] = [...earlier.issues];
  const random = createRandom(`${seed} issues`);
  parts.run({ name: 'signals' }, () => {
    const first = issues.length;
    for (let place = first; place < first + (count > 0 ? issueCount : 0); place++) {
      const publish = async () => {
        const series = random.pick(seriesNames);
        const { subject, event } = series === 'market' ? writeWeek(place) : findUnusualDay(place);
        issues.push({ series, subject, at: Date.now() });
        void bus.publish('signals', [event]);
        if (random.chance(twiceChance)) void bus.publish('signals', [{ ...event, id: randomUUID() }]);
      };
      scheduler.schedule('an issue is written', random.between(0, periodMs), publish);
    }
  });
  return { readers: [...earlier.readers, ...readers], issues };
}

/** Buys the concierge, subscribes to newsletters, confirms the address, and perhaps unsubscribes. */
async function visit(
  reader: Reader,
  sandboxUrl: string,
  random: Random,
  stayMs: number,
  readMails: () => readonly ReceivedMail[],
): Promise<void> {
  const { email, wants, stoppedAt } = reader;
  const person = createPerson(random);
  const { think, call } = person;

  /** Waits for a mail with a link of this kind. Returns the link's token; null if no mail came for hours. */
  async function readToken(kind: RegExp): Promise<string | null> {
    for (let tries = 0; tries < mostTries; tries++) {
      await think(10_000, 3 * minuteMs);
      const found = readMails().findLast(({ to, text }) => to === email && kind.test(text));
      if (found) return kind.exec(found.text)?.[1] as string;
    }
    return null;
  }

  await buyConcierge(email, sandboxUrl, person);
  const chosen = await call('PUT', '/api/concierge/newsletters', wants);
  if (chosen.status !== 200) throw new Error(`newsletters were refused: ${chosen.status} ${chosen.body.code}`);
  // Some readers never confirm, so they must never receive a newsletter.
  if (!(wants.market || wants.alerts) || random.chance(0.2)) return;
  const token = await readToken(/#confirm=([\w.-]+)/);
  if (!token) throw new Error('no mail with a link to confirm came for hours');
  const from = Date.now();
  reader.confirms = { from, to: Number.POSITIVE_INFINITY };
  const { status } = await call('POST', '/api/newsletters/confirm', { token });
  if (status !== 200) throw new Error(`a confirmation was refused: ${status}`);
  reader.confirms = { from, to: Date.now() };

  if (random.chance(0.3)) return;
  await think(0, stayMs);
  const ended = random.pick(seriesNames.filter((series) => wants[series]));
  if (random.chance(0.4)) {
    const left = { ...wants, [ended]: false };
    const { status } = await call('PUT', '/api/concierge/newsletters', left);
    if (status !== 200) throw new Error(`the end of a newsletter was refused: ${status}`);
    stoppedAt[ended] = Date.now();
    return;
  }
  const stop = await readToken(/#stop=([\w.-]+)/);
  // No issue came.
  if (!stop) return;
  // A mail program sends this request by itself.
  const stopped = await call('POST', `/api/newsletters/unsubscribe/${stop}`);
  if (stopped.status !== 200) throw new Error(`unsubscribing was refused: ${stopped.status}`);
  stoppedAt[stopped.body.stopped as Series] = Date.now();
}

async function buyConcierge(email: string, sandboxUrl: string, { think, send, call }: Person): Promise<void> {
  const order = { fromExchange: 'kraken', toWallet: 'xumm', serviceFee: '17.76', sourceAmount: '100', email };
  const { body: transfer } = await call('POST', '/api/transfers', order);
  const { body: intent } = await call('POST', '/api/create-payment-intent', { transferId: transfer.id });
  const form = new URLSearchParams({ client_secret: intent.clientSecret, payment_method: 'pm_card_visa' });
  const url = `${sandboxUrl}/v1/payment_intents/${intent.clientSecret.split('_secret_')[0]}/confirm`;
  await send('POST', url, form, { authorization: `Bearer ${publishableKey}` });
  for (let tries = 0; tries < mostTries; tries++) {
    await think(1_000, 3 * minuteMs);
    if ((await call('GET', '/api/concierge/newsletters')).status === 200) return;
  }
  throw new Error('a paid concierge was not shown for hours');
}

function eventOf(definition: typeof MarketWeekWritten | typeof UnusualDayFound, data: object): CloudEvent {
  const { type, version: dataversion, context: source } = definition;
  const time = new Date().toISOString();
  return { specversion: '1.0', id: randomUUID(), type, dataversion, source, subject: time, time, data };
}

const formatDay = (at: number) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Writes the issue of a week. Each has another week, because an issue is known by its week. */
function writeWeek(place: number): { subject: string; event: CloudEvent } {
  const to = Date.now() - (1 + 7 * place) * dayMs;
  const from = to - 6 * dayMs;
  const data = { from: isoDay(from), to: isoDay(to), paragraphs: [{ title: 'XRP', text: 'It rose.', sources: [] }] };
  const subject = `Your market summary for ${formatDay(from)} to ${formatDay(to)}`;
  return { subject, event: eventOf(MarketWeekWritten, data) };
}

/** Writes an alert. Each is about another coin. */
function findUnusualDay(place: number): { subject: string; event: CloudEvent } {
  const coin = `COIN${place}`;
  const data = { day: isoDay(Date.now() - dayMs), coins: [{ coin, sigma: 4 }] };
  return { subject: `${coin} had an unusual day`, event: eventOf(UnusualDayFound, data) };
}
