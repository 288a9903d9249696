import { inspect } from 'node:util';
import { operationsApi } from '@xrp-bridge/contracts/operations';
import type { Logger } from '@xrp-bridge/runtime';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Harness, newTransferId, resumeTokenIn, startHarness } from './harness.ts';

const lines: string[] = [];

// Records every log line without the redaction of the real logger.
const log = {
  level: 'trace',
  child: () => log,
  ...Object.fromEntries(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => [
      level,
      (...words: unknown[]) => void lines.push(inspect(words, { depth: 10, showHidden: true })),
    ]),
  ),
} as unknown as Logger;

let notification: Harness;

beforeAll(async () => {
  notification = await startHarness({ log, environment: { MAIL_ATTEMPTS: '3' } });
});
afterAll(() => notification?.stop());

it('a contact’s e-mail, phone, message and token do not leak into logs, events, jobs or errors, even when sending fails', async () => {
  const email = 'very.private.person@example.com';
  const phone = '+41 79 555 01 23';
  const message = 'my private words';
  const transferId = newTransferId();
  const reason = 'stripe_pending_notification';
  await notification.saveContact({ transferId, email });
  await notification.saveContact({ transferId, email, phone, reason, message });
  await notification.pay(transferId);
  await notification.release(transferId);
  const mails = await notification.expectMails(email, 2);
  const receipt = mails.find((mail) => mail.subject.includes('receipt'));
  const token = receipt ? resumeTokenIn(receipt) : '';
  await expect(notification.saveContact({ transferId, email, phone: phone.repeat(4) })).rejects.toThrow('phone');

  await notification.fault('error', 86_400_000);
  await notification.arrive(transferId);
  await eventually(async () => {
    const { failed } = await notification.client.call(operationsApi.listJobs, {});
    expect(failed).toHaveLength(1);
  });
  await eventually(async () => expect(lines.some((line) => line.includes('job failed'))).toBe(true));

  const seen = [
    ...lines,
    JSON.stringify(await notification.published()),
    JSON.stringify(await notification.client.call(operationsApi.listJobs, {})),
    JSON.stringify(await notification.client.call(operationsApi.listDeadLetters, {})),
    await dumpJobs(),
  ].join('\n');
  expect(seen).toContain(`${transferId}-arrived`);
  expect(seen).toContain('contact.saved');
  expect(token).toHaveLength(43);
  for (const secret of [email, 'very.private', phone, '555 01 23', message, token]) expect(seen).not.toContain(secret);
});

/** Returns all rows of the job tables as text. */
async function dumpJobs(): Promise<string> {
  return withOwner(notification.databaseUrl, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'notification_jobs'`.execute(db);
    expect(tables.length).toBeGreaterThan(0);
    const dumps = tables.map(({ name }) =>
      sql`select t::text from ${sql.table(`notification_jobs.${name}`)} t`.execute(db),
    );
    return JSON.stringify((await Promise.all(dumps)).map(({ rows }) => rows));
  });
}
