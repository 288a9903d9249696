import { expect, test } from 'vitest';
import retention from '../../../../docs/retention.md?raw';
import { storedData } from './privacy-texts.ts';

/** Tables in docs/retention.md without personal data. Every other table must be on the page /privacy. */
const withoutPersonalData: Record<string, readonly string[]> = {
  // Events and jobs contain only ids.
  'Every service and the BFF': [
    ...[
      'outbox',
      'outbox_job',
      'queued_job',
      'sent_event',
      'bus_position',
      'bus_repeat',
      'inbox',
      'dead_letter',
      'schedule',
      'daily_total',
      'provider_health',
    ],
    ...['kysely_migration', 'kysely_migration_lock'],
  ],
  'Jobs (`<service>_jobs`, or Redis)': [
    ...['job', 'job_log', 'job_dependency', 'event', 'dedup', 'dedup_next', 'rate_limit', 'meta', 'metrics'],
    ...['scheduler', 'migration'],
  ],
  'Events on PostgreSQL (`bus`)': ['event', 'cursor'],
  ads: [
    ...['post', 'reinvestment', 'allocation', 'campaign', 'accounting_entry', 'reinvested', 'automation', 'variation'],
    ...['network_ad', 'picture'],
  ],
  signals: [
    ...['candle', 'item', 'mention_hour', 'work_day', 'heat', 'seen', 'signal', 'deviation', 'run', 'week'],
    ...['signals_day', 'source', 'source_part', 'quote', 'publisher'],
  ],
  payment: ['accounting_check', 'accepted_difference'],
  // A tombstone is the id of a row that no longer exists.
  notification: ['issue', 'secret', 'tombstone'],
  bff: ['secret', 'flag', 'address_step', 'tombstone'],
};

interface Row {
  section: string;
  tables: string[];
  time: string;
}

function readRows(): Row[] {
  return retention
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const section = part.slice(0, part.indexOf('\n'));
      return part
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => {
          const [, tables = '', stored = '', why = ''] = line.split('|');
          const names = [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
          return { section, tables: names, time: `${stored} ${why}` };
        });
    });
}

/**
 * Returns the periods in a text, such as "400 days".
 * Replaces “3 years”, as shown on the page, by the 1095 days of the database.
 */
function periodsIn(text: string): string[] {
  const spelled = text
    .replaceAll('3 years', '1095 days')
    .replace('a day later', '1 day')
    .replace(/and (\d+) more after/, 'and $1 days after');
  return [...spelled.matchAll(/\d+ (?:minute|hour|day|year)s?/g)].map(([period]) => period.replace(/s$/, ''));
}

const sorted = (names: readonly string[]) => [...names].sort();

const labelTables = (section: string, names: readonly string[]) => names.map((name) => `${section}: ${name}`);

test('/privacy names every table of docs/retention.md that has personal data, and no other', () => {
  const documented = readRows().flatMap(({ section, tables }) => labelTables(section, tables));
  const listed = [withoutPersonalData, ...storedData.map(({ tables }) => tables)].flatMap((tables) =>
    Object.entries(tables).flatMap(([section, names]) => labelTables(section, names)),
  );
  expect(sorted(listed)).toEqual(sorted(documented));
});

test.each(storedData)('/privacy gives the periods of docs/retention.md for: $what', ({ time, tables }) => {
  const rows = readRows().filter((row) => row.tables.some((name) => tables[row.section]?.includes(name)));
  const documented = rows.flatMap((row) => periodsIn(row.time));
  expect([...new Set(periodsIn(time))].sort()).toEqual([...new Set(documented)].sort());
});
