import { operationsApi } from '@xrp-bridge/contracts/operations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mailer } from '../src/mailer.ts';
import { eventually, type Harness, newEmail, newTransferId, startHarness } from './harness.ts';

const week = 7 * 86_400_000;

describe('a mail', () => {
  const refused: string[] = [];
  let notification: Harness;
  beforeAll(async () => {
    notification = await startHarness({
      watch: watchMailer((id, error) => {
        if (error) refused.push(id);
      }),
    });
  });
  afterEach(() => notification.fault('down', 0));
  afterAll(() => notification?.stop());

  async function mailWhile(kind: 'down' | 'error') {
    await notification.fault(kind, week);
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.arrive(transferId);
    const mailId = `${transferId}-arrived`;
    await eventually(async () => expect(refused.filter((id) => id === mailId).length).toBeGreaterThan(2));
    return { transferId, email, mailId };
  }

  it.each(['down', 'error'] as const)(
    'waits while the mail server has the fault “%s”, and is delivered once when the server recovers',
    async (kind) => {
      const { transferId, email } = await mailWhile(kind);
      expect(await notification.mailsTo(email)).toEqual([]);
      const sent = async () =>
        (await notification.published('notification.sent')).filter((event) => event.subject === transferId);
      expect(await sent()).toEqual([]);

      await notification.fault(kind, 0);
      await eventually(async () => expect(await sent()).toHaveLength(1));
      expect(await notification.mailsTo(email)).toHaveLength(1);
    },
  );

  it('is not sent again when its job runs once more', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.arrive(transferId);
    await notification.expectMails(email, 1);
    const { queues, transact, enqueue, sendEmail, db } = notification.context;
    await eventually(async () => {
      const mail = db.selectFrom('mail').select('sent_at').where('transfer_id', '=', transferId);
      expect((await mail.executeTakeFirst())?.sent_at).not.toBeNull();
    });
    const before = (await queues.count()).completed;
    await transact(async (tx) => enqueue(tx, sendEmail, { mailId: `${transferId}-arrived` }, { jobId: 'again' }));
    await eventually(async () => expect((await queues.count()).completed).toBeGreaterThan(before));
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('is dropped when its recipient’s address was deleted', async () => {
    const { transferId, email, mailId } = await mailWhile('down');
    // The mail server is still down, so an attempt that has already read the address cannot send either.
    await notification.saveContact({ transferId, email: null });
    const { db } = notification.context;
    await eventually(async () => {
      const mail = db.selectFrom('mail').select(['sent_at', 'dropped_at']).where('id', '=', mailId);
      expect(await mail.executeTakeFirst()).toEqual({ sent_at: null, dropped_at: expect.any(Date) });
    });
    await notification.fault('down', 0);
    expect(await notification.mailsTo(email)).toEqual([]);
  });
});

it('a mail is listed as a failed job if the mail server does not recover', async () => {
  const notification = await startHarness({ environment: { MAIL_ATTEMPTS: '3' } });
  try {
    await notification.fault('error', week);
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email: newEmail() });
    await notification.arrive(transferId);
    await eventually(async () => {
      const { failed } = await notification.client.call(operationsApi.listJobs, {});
      expect(failed).toEqual([
        {
          id: expect.stringContaining(`${transferId}-arrived`),
          service: 'notification',
          reason: 'Mail server error: EENVELOPE 451',
          attempts: 3,
          failedAt: expect.any(String),
        },
      ]);
    });
    expect(await notification.published('notification.sent')).toEqual([]);
  } finally {
    await notification.stop();
  }
});

it('a mail is not retried when its address is refused permanently, and is sent when the address is corrected', async () => {
  const notification = await startHarness();
  const listFailed = async () =>
    (await notification.client.call(operationsApi.listJobs, {})).failed.map(({ id, reason, attempts }) => ({
      id,
      reason,
      attempts,
    }));
  try {
    const transferId = newTransferId();
    await notification.saveContact({ transferId, email: 'ann@unknown.example' });
    await notification.arrive(transferId);
    const id = expect.stringContaining(`${transferId}-arrived`);
    await eventually(async () =>
      expect(await listFailed()).toEqual([{ id, reason: 'Mail server error: EENVELOPE 550', attempts: 1 }]),
    );
    expect(await notification.published('notification.sent')).toEqual([]);

    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.expectMails(email, 1);
    await eventually(async () => expect(await listFailed()).toEqual([]));
  } finally {
    await notification.stop();
  }
});

it('a mail is sent again with the same id after a crash between the mail server’s reply and our commit', async () => {
  const sent: string[] = [];
  const crashOnce = (id: string) => {
    sent.push(id);
    if (sent.length === 1) throw new Error('crash');
  };
  const notification = await startHarness({ watch: watchMailer(crashOnce) });
  try {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.arrive(transferId);
    await notification.expectMails(email, 2);
    // The mail catcher lists a mail before it confirms the delivery.
    await eventually(async () => expect(await notification.published('notification.sent')).toHaveLength(1));
    expect(sent).toEqual([`${transferId}-arrived`, `${transferId}-arrived`]);
  } finally {
    await notification.stop();
  }
});

/** Wraps the service's mailer, and calls `onAttempt` after each attempt, with the error of a failure. */
function watchMailer(onAttempt: (id: string, error: unknown) => void): (mailer: Mailer) => Mailer {
  return (mailer) => ({
    async send(envelope, mail) {
      try {
        await mailer.send(envelope, mail);
      } catch (error) {
        onAttempt(envelope.id, error);
        throw error;
      }
      onAttempt(envelope.id, undefined);
    },
    close: () => mailer.close(),
  });
}
