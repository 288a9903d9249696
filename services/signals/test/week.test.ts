import { type TestService, testService } from '@xrp-bridge/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { lastWeek } from '../src/domain/week.ts';
import { maintainPartitions } from '../src/partitions.ts';
import { writeLastWeek } from '../src/use-cases/write-last-week.ts';
import { quietSignals } from './harness.ts';

let signals: TestService<Context>;
beforeAll(async () => {
  // The service has no sources, because the tests insert all facts themselves.
  const environment = { MODE: 'sandbox', SIGNAL_SOURCES_URL: 'http://127.0.0.1:1' };
  signals = await testService(quietSignals, { environment, overrides: { sources: [] } });
});
afterAll(() => signals?.stop());

it('no weekly summary is written without data', async () => {
  await writeLastWeek(signals.context);
  expect(await signals.published('market_week.written')).toEqual([]);
});

it('a weekly summary is stored and emitted once, although several instances write it', async () => {
  const { db, clock } = signals.context;
  const { from, to, before } = lastWeek(clock());
  const candle = (day: string, close: number) => ({ coin: 'XRP', day, close, volume: null, source: 'Kraken' });
  await maintainPartitions(db, clock());
  await db
    .insertInto('candle')
    .values([candle(before, 2), candle(to, 2.5)])
    .execute();
  const facts = (level: string) => JSON.stringify({ level });
  await db
    .insertInto('deviation')
    .values([
      { coin: 'XLM', day: from, sigma: 2.6, facts: facts('High') },
      { coin: 'ALGO', day: from, sigma: 1.1, facts: facts('Moderate') },
      // This day belongs to a later week.
      { coin: 'HBAR', day: clock().toISOString().slice(0, 10), sigma: 4, facts: facts('High') },
    ])
    .execute();
  const reported = [
    {
      title: 'A bank did',
      url: 'https://www.reuters.com/a',
      site: 'www.reuters.com',
      source: 'GDELT',
      publishedAt: clock(),
    },
  ];
  const signal = (id: string, first_at: string, published: boolean) => ({
    id,
    coin: 'XRP',
    first_at: new Date(first_at),
    published,
    facts: JSON.stringify({ deed: 'integrated', summary: `It was integrated (${id}).`, score: 80, reported }),
  });
  await db
    .insertInto('signal')
    .values([
      signal('first', `${from}T00:00:00Z`, true),
      signal('last', `${to}T23:59:59Z`, true),
      signal('rumour', `${from}T12:00:00Z`, false),
      signal('before', `${before}T23:59:59Z`, true),
    ])
    .execute();

  await Promise.all([writeLastWeek(signals.context), writeLastWeek(signals.context)]);
  await writeLastWeek(signals.context);
  const emitted = await signals.published('market_week.written');
  expect(emitted).toHaveLength(1);
  const [week] = emitted;
  expect(week?.subject).toBe(to);
  expect(week?.data).toMatchObject({ from, to });
  const text = JSON.stringify(week?.data);
  expect(text).toContain('XRP ended the week at $2.50. It rose 25.0% in seven days.');
  expect(text).toContain('Stellar rose much more than usual.');
  for (const expected of ['(first)', '(last)', 'https://www.reuters.com/a']) expect(text).toContain(expected);
  for (const other of ['(rumour)', '(before)', 'Algorand', 'Hedera']) expect(text).not.toContain(other);
});
