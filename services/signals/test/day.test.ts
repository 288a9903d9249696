import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { writeSignalsDay } from '../src/use-cases/write-signals-day.ts';
import { quietSignals } from './harness.ts';

const hourMs = 3_600_000;
let signals: TestService<Context>;
/** A morning. */
let now = new Date('2026-11-22T07:30:00Z');

beforeAll(async () => {
  // What there is to tell, these tests say themselves.
  const environment = { MODE: 'sandbox', SIGNAL_SOURCES_URL: 'http://127.0.0.1:1' };
  signals = await testService(quietSignals, { environment, clock: () => now, overrides: { sources: [] } });
});
afterAll(() => signals?.stop());

/** Keeps a signal that was first reported so many hours ago. */
async function keepSignal(id: string, hoursAgo: number, published = true): Promise<void> {
  const facts = {
    summary: `It was integrated (${id}).`,
    score: 80,
    graphMoved: false,
    confidence: { sites: 1, agreement: 1, ageHours: 0 },
    reported: [
      {
        title: 'A bank did',
        url: 'https://www.reuters.com/a',
        site: 'www.reuters.com',
        source: 'GDELT',
        publishedAt: now,
      },
    ],
  };
  const row = { id, coin: 'XRP', first_at: new Date(now.getTime() - hoursAgo * hourMs), published };
  await signals.context.db
    .insertInto('signal')
    .values({ ...row, facts: JSON.stringify(facts) })
    .execute();
}

/** What was told so far, day by day: the ids that each day names. */
async function told(): Promise<[day: unknown, ids: string[]][]> {
  const events = await signals.published('signals_day.written');
  return events.map(({ subject, data }) => [
    subject,
    [...JSON.stringify(data).matchAll(/integrated \((\w+)\)/g)].map(([, id]) => id as string),
  ]);
}

it('what was done is told once, in the morning after it, however often the day is written and by how many at once', async () => {
  await writeSignalsDay(signals.context);
  expect(await told()).toEqual([]);

  await keepSignal('first', 71);
  await keepSignal('last', 1);
  await keepSignal('rumour', 2, false);
  await keepSignal('old', 73);
  await Promise.all([writeSignalsDay(signals.context), writeSignalsDay(signals.context)]);
  await writeSignalsDay(signals.context);
  expect(await told()).toEqual([['2026-11-22', ['first', 'last']]]);

  // What is noticed later on the same day waits for the next one; and what was a rumour may be one no more by then.
  await keepSignal('later', 0);
  await writeSignalsDay(signals.context);
  expect(await told()).toHaveLength(1);
  now = new Date(now.getTime() + 24 * hourMs);
  await signals.context.db.updateTable('signal').set({ published: true }).where('id', '=', 'rumour').execute();
  await writeSignalsDay(signals.context);
  expect((await told()).slice(1)).toEqual([['2026-11-23', ['rumour', 'later']]]);

  // Nothing new, no mail.
  now = new Date(now.getTime() + 24 * hourMs);
  await writeSignalsDay(signals.context);
  expect(await told()).toHaveLength(2);
});

it('says where each thing was read', async () => {
  const [first] = await signals.published('signals_day.written');
  expect(first?.data).toMatchObject({
    day: '2026-11-22',
    paragraphs: [{ title: 'XRP', sources: [{ url: 'https://www.reuters.com/a', site: 'www.reuters.com' }] }, {}],
  });
});
