import { trialDays } from '@xrp-bridge/contracts/subscription';
import { createPerson, minuteMs, mostTries, type Person } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { parts, type Scheduler } from './scheduler.ts';
import { secretKey } from './system.ts';

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const cards = {
  good: '4242424242424242',
  /** Can be saved, but its charges are declined. */
  expiring: '4000000000000341',
};
/** Share of the subscribers who come back in a month of the first, and on each later day. */
const firstShare = 0.4;
const laterShare = 0.03;
/** Period in which the first subscribers arrive, and in which each of their months is charged. */
const joinMs = 30 * minuteMs;
/** Maximum time between the charge of a month and a cancellation that races with the charge. */
const raceMs = minuteMs;
/** Days from a failed charge to the retries, and after the last retry. */
const retryDays = [3, 5, 7];

/** The sandbox's mails, as far as a subscriber reads them. */
export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  messageId: string;
}

/** A simulated subscriber to signals, and what the subscriber has done and seen. */
export interface Subscriber {
  name: string;
  email: string;
  /** True if the card's charges are declined. */
  cardExpires: boolean;
  /** True once the subscriber has replaced the expired card. */
  hasNewCard: boolean;
  /** The hosted page's id at the provider. */
  sessionId: string;
  /** The provider's id of the customer; null before the card is replaced. */
  customerId: string | null;
  /** The token of the link to the subscription; null before its mail arrived. */
  token: string | null;
  /** Time at which the trial began at the earliest. */
  startedAt: number;
  /** Time at which the page confirmed that nothing more is charged. */
  stoppedAt: number | null;
  hasMoneyBack: boolean;
  /** True while the subscriber does nothing. */
  isDone: boolean;
  /** The error that ended a visit. */
  failure: string | null;
}

/** Returns the number of months that a subscriber who does not cancel has begun to pay for. */
export function countMonths({ startedAt }: Subscriber, now: number): number {
  return Math.max(0, Math.floor((now - startedAt - trialDays * dayMs) / (31 * dayMs)) + 1);
}

/** Passes the subscribers' trials and their first month. */
export interface Trials {
  subscribers: readonly Subscriber[];
  /**
   * Runs the hours in which subscribers act or are charged, and skips the weeks in between.
   * @param runHours runs the world for some hours. @returns false after a violation
   */
  pass(runHours: (hours: number, hasFaults: boolean) => Promise<boolean>): Promise<void>;
  /** Starts the visits of a day. On the first day, a last visit compares the page with the provider. */
  startVisits(): void;
}

/**
 * Starts new subscribers.
 * On the first day they arrive within `joinMs`, because their trials end together; later at any time.
 */
export function startSubscribers(options: {
  scheduler: Scheduler;
  sandboxUrl: string;
  seed: string;
  /** The subscribers of the days before. */
  earlier: readonly Subscriber[];
  count: number;
  /** Period in which visits begin. */
  periodMs: number;
  readMails(): readonly ReceivedMail[];
}): Trials {
  const { scheduler, sandboxUrl, seed, earlier, count, periodMs, readMails } = options;
  const isFirstDay = earlier.length === 0;

  function schedule(subscriber: Subscriber, delayMs: number, visit: () => Promise<void>): void {
    const { name } = subscriber;
    subscriber.isDone = false;
    parts.run({ name }, () =>
      scheduler.schedule(`${name} comes`, Math.max(0, delayMs), async () => {
        // The visit takes many steps, so this step does not wait for it.
        void visit()
          .catch((error: Error) => {
            subscriber.failure = error.message;
          })
          .finally(() => {
            subscriber.isDone = true;
          });
      }),
    );
  }

  const known = earlier.map((subscriber) => {
    const random = createRandom(`${seed} ${subscriber.name}`);
    return { subscriber, random, person: createPerson(random) };
  });
  const joined = Array.from({ length: count }, (_, place) => {
    const number = earlier.length + place + 1;
    const name = `subscriber ${number}`;
    const random = createRandom(`${seed} ${name}`);
    const subscriber: Subscriber = {
      name,
      email: `subscriber-${number}@mail.example`,
      cardExpires: random.chance(0.3),
      hasNewCard: false,
      sessionId: '',
      customerId: null,
      token: null,
      startedAt: 0,
      stoppedAt: null,
      hasMoneyBack: false,
      isDone: true,
      failure: null,
    };
    const person = createPerson(random);
    schedule(subscriber, random.between(0, isFirstDay ? joinMs : periodMs), async () => {
      await subscribe(subscriber, person, random, readMails);
      if (!isFirstDay) await compare(subscriber, person, sandboxUrl);
    });
    return { subscriber, random, person };
  });
  const all = [...known, ...joined];
  const subscribers = all.map(({ subscriber }) => subscriber);

  /**
   * Starts visits of some subscribers.
   * Half of the visits race with the charge of the next month, if that is near.
   */
  function comeBack(share: number, periodMs: number): void {
    for (const { subscriber, random, person } of isFirstDay ? joined : known) {
      if (subscriber.token === null || subscriber.stoppedAt !== null || !random.chance(share)) continue;
      const chargedAt = subscriber.startedAt + (trialDays + 31 * countMonths(subscriber, Date.now())) * dayMs;
      const untilCharge = chargedAt - Date.now();
      const delayMs =
        random.chance(0.5) && untilCharge < hourMs
          ? untilCharge + random.between(-raceMs, raceMs)
          : random.between(0, periodMs);
      schedule(subscriber, delayMs, () => stop(subscriber, person, random));
    }
  }

  return {
    subscribers,
    async pass(runHours) {
      const startedAt = Date.now();
      const leap = (days: number) => scheduler.leapTo(startedAt + days * dayMs);
      if (!(await runHours(2, true))) return;
      leap(trialDays);
      comeBack(firstShare, joinMs);
      if (!(await runHours(2, true))) return;
      let days = trialDays;
      for (const [place, pause] of retryDays.entries()) {
        days += pause;
        leap(days);
        if (place === 0) {
          for (const { subscriber, random, person } of all) {
            const isReplaced = subscriber.cardExpires && subscriber.stoppedAt === null && random.chance(0.5);
            if (isReplaced) schedule(subscriber, 0, () => replaceCard(subscriber, person, sandboxUrl));
          }
        }
        if (!(await runHours(1, false))) return;
      }
      leap(trialDays + 31);
    },
    startVisits() {
      comeBack(isFirstDay ? firstShare : laterShare, periodMs);
      for (const { subscriber, person } of isFirstDay ? joined : []) {
        schedule(subscriber, periodMs, () => compare(subscriber, person, sandboxUrl));
      }
    },
  };
}

/** Confirms the address, orders the trial, and sometimes cancels it. */
async function subscribe(
  subscriber: Subscriber,
  person: Person,
  random: Random,
  readMails: () => readonly ReceivedMail[],
): Promise<void> {
  const { email, cardExpires } = subscriber;
  const { think, send, call } = person;

  /** Waits for a mail with a link of this kind. Returns the link's token. */
  async function readToken(kind: string): Promise<string> {
    const link = new RegExp(`#${kind}=([\\w.-]+)`);
    for (let tries = 0; tries < mostTries; tries++) {
      await think(10_000, 3 * minuteMs);
      const found = readMails().findLast(({ to, text }) => to === email && link.test(text));
      if (found) return link.exec(found.text)?.[1] as string;
    }
    throw new Error(`no mail with a link to ${kind} came for hours`);
  }

  await call('POST', '/api/signal-subscriptions', { email });
  const token = await readToken('confirm');
  await call('POST', '/api/signal-subscriptions/confirm', { token });
  const opened = await call('POST', '/api/signal-subscriptions/checkout', { token });
  if (opened.status !== 200) throw new Error(`a subscription was refused: ${opened.status} ${opened.body.code}`);
  await think(10_000, 3 * minuteMs);
  const url = new URL(opened.body.url);
  subscriber.sessionId = url.pathname.split('/').at(-1) as string;
  subscriber.startedAt = Date.now();
  const number = cardExpires ? cards.expiring : cards.good;
  await send('POST', url.href, new URLSearchParams({ email, number, expiry: '12 / 34', cvc: '123' }));
  // Some customers close the page at once, so only the webhook reports their subscription.
  if (random.chance(0.8)) await call('POST', '/api/signal-subscriptions/read', { token });
  subscriber.token = await readToken('subscription');
  if (random.chance(0.2)) await stop(subscriber, person, random);
}

/** Cancels a subscription, or asks for the money back. */
async function stop(subscriber: Subscriber, { call }: Person, random: Random): Promise<void> {
  const { token } = subscriber;
  if (random.chance(0.6)) {
    const { status } = await call('POST', '/api/signal-subscriptions/money-back', { token });
    if (status === 200) {
      Object.assign(subscriber, { hasMoneyBack: true, stoppedAt: Date.now() });
      return;
    }
  }
  const { status, body } = await call('POST', '/api/signal-subscriptions/cancel', { token });
  if (status !== 200) throw new Error(`a cancellation was refused: ${status} ${body.code}`);
  subscriber.stoppedAt = Date.now();
}

/** Fetches an object of the provider, as the provider's dashboard does. */
async function fetchObject({ send }: Person, url: string) {
  const { status, body } = await send('GET', url, undefined, { authorization: `Bearer ${secretKey}` });
  if (status !== 200) throw new Error(`the provider answered ${status} for ${url}`);
  return body;
}

async function fetchSubscription({ sessionId }: Subscriber, person: Person, sandboxUrl: string) {
  const { subscription } = await fetchObject(person, `${sandboxUrl}/v1/checkout/sessions/${sessionId}`);
  return fetchObject(person, `${sandboxUrl}/v1/subscriptions/${subscription}`);
}

/** Replaces an expired card on the provider's page. */
async function replaceCard(subscriber: Subscriber, person: Person, sandboxUrl: string): Promise<void> {
  const { id, customer } = await fetchSubscription(subscriber, person, sandboxUrl);
  await person.send('PUT', `${sandboxUrl}/_sandbox/stripe/subscriptions`, { id, paymentMethod: 'pm_card_visa' });
  Object.assign(subscriber, { customerId: customer, hasNewCard: true });
}

/** Compares the page with the provider. A page may be behind for some minutes. */
async function compare(subscriber: Subscriber, person: Person, sandboxUrl: string): Promise<void> {
  const { token } = subscriber;
  let shown = '';
  let real = '';
  for (let tries = 0; tries < 20; tries++) {
    const { status } = await fetchSubscription(subscriber, person, sandboxUrl);
    real = status === 'canceled' ? 'ended' : status;
    shown = (await person.call('POST', '/api/signal-subscriptions/read', { token })).body.state;
    if (shown === real) return;
    await person.think(minuteMs, 3 * minuteMs);
  }
  throw new Error(`the page shows ${shown}, but the provider has ${real}`);
}
