import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { writeSignalsDay } from '../src/use-cases/write-signals-day.ts';
import { quietSignals } from './harness.ts';

const hourMs = 3_600_000;
let signals: TestService<Context>;
/** The current time of the service, at first in the morning. */
let now = new Date('2026-11-22T07:30:00Z');

beforeAll(async () => {
  // The service has no sources, because the tests insert all signals themselves.
  const environment = { MODE: 'sandbox', SIGNAL_SOURCES_URL: 'http://127.0.0.1:1' };
  signals = await testService(quietSignals, { environment, clock: () => now, overrides: { sources: [] } });
});
afterAll(() => signals?.stop());

/** Inserts a signal that was first reported this many hours ago. */
async function insertSignal(id: string, hoursAgo: number, published = true): Promise<void> {
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

/** Returns each emitted day with the ids of the signals in its text. */
async function listWrittenDays(): Promise<[day: unknown, ids: string[]][]> {
  const events = await signals.published('signals_day.written');
  return events.map(({ subject, data }) => [
    subject,
    [...JSON.stringify(data).matchAll(/integrated \((\w+)\)/g)].map(([, id]) => id as string),
  ]);
}

it('the daily mail includes each signal once, even if several instances write the mail’s text', async () => {
  await writeSignalsDay(signals.context);
  expect(await listWrittenDays()).toEqual([]);

  await insertSignal('first', 71);
  await insertSignal('last', 1);
  await insertSignal('rumour', 2, false);
  await insertSignal('old', 73);
  await Promise.all([writeSignalsDay(signals.context), writeSignalsDay(signals.context)]);
  await writeSignalsDay(signals.context);
  expect(await listWrittenDays()).toEqual([['2026-11-22', ['first', 'last']]]);

  // The next day's mail includes a signal that was found later on this day, and a rumour that was published in the
  // meantime.
  await insertSignal('later', 0);
  await writeSignalsDay(signals.context);
  expect(await listWrittenDays()).toHaveLength(1);
  now = new Date(now.getTime() + 24 * hourMs);
  await signals.context.db.updateTable('signal').set({ published: true }).where('id', '=', 'rumour').execute();
  await writeSignalsDay(signals.context);
  expect((await listWrittenDays()).slice(1)).toEqual([['2026-11-23', ['rumour', 'later']]]);

  // No day is written, because there are no new signals.
  now = new Date(now.getTime() + 24 * hourMs);
  await writeSignalsDay(signals.context);
  expect(await listWrittenDays()).toHaveLength(2);
});

it('the daily mail cites the source of each signal', async () => {
  const [first] = await signals.published('signals_day.written');
  expect(first?.data).toMatchObject({
    day: '2026-11-22',
    paragraphs: [{ title: 'XRP', sources: [{ url: 'https://www.reuters.com/a', site: 'www.reuters.com' }] }, {}],
  });
});
