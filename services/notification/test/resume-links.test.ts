import { notificationApi } from '@xrp-bridge/contracts/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendResumeLink } from '../src/use-cases/renew-link.ts';
import {
  eventually,
  type Harness,
  newEmail,
  newTransferId,
  publicUrl,
  resumeTokenIn,
  startHarness,
} from './harness.ts';

let notification: Harness;
let now = Date.now();

beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(now) });
});
afterAll(() => notification?.stop());

const redeem = (token: string, held: string[] = []) =>
  notification.client.call(notificationApi.redeemResumeToken, { body: { token, held } });
const renew = (token: string) => notification.client.call(notificationApi.renewResumeLink, { body: { token } });

async function mailLink(): Promise<{ transferId: string; token: string; email: string }> {
  const transferId = newTransferId();
  const email = newEmail();
  await notification.saveContact({ transferId, email });
  await notification.pay(transferId);
  await notification.release(transferId);
  const [mail] = await notification.expectMails(email, 1);
  if (!mail) throw new Error('no mail');
  expect(mail.html).toContain(`${publicUrl}/resume#t=${resumeTokenIn(mail)}`);
  return { transferId, token: resumeTokenIn(mail), email };
}

describe('a resume link', () => {
  it('opens its transfer once, even with concurrent requests', async () => {
    const { transferId, token } = await mailLink();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(token)));
    const opened = answers.filter((answer) => answer.status === 'fulfilled');
    expect(opened.map((answer) => answer.value)).toEqual([{ transferId }]);
    for (const answer of answers.filter((each) => each.status === 'rejected')) {
      expect(answer.reason).toMatchObject({ code: 'link_expired', status: 410 });
    }
  });

  it('opens any number of times in a browser that holds the transfer, and then still once in another browser', async () => {
    const { transferId, token } = await mailLink();
    const held = [newTransferId(), transferId];
    await expect(redeem(token, held)).resolves.toEqual({ transferId });
    await expect(redeem(token, [newTransferId()])).resolves.toEqual({ transferId });
    await expect(redeem(token, held)).resolves.toEqual({ transferId });
    await expect(redeem(token, [newTransferId()])).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('expires after 14 days, except in a browser that holds the transfer', async () => {
    const { transferId, token } = await mailLink();
    now += 14 * 86_400_000;
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
    await expect(redeem(token, [transferId])).resolves.toEqual({ transferId });
    now -= 1;
    await expect(redeem(token)).resolves.toHaveProperty('transferId');
  });

  it('cannot be forged', async () => {
    const { token } = await mailLink();
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(redeem(forged)).rejects.toMatchObject({ code: 'link_expired' });
    await expect(redeem('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' });
    await expect(redeem('short')).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'token' }] });
  });

  it('is stored only as a hash', async () => {
    const { transferId, token } = await mailLink();
    const rows = await notification.context.db
      .selectFrom('resume_token')
      .selectAll()
      .where('transfer_id', '=', transferId)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.hash).toHaveLength(32);
  });

  it('is never mailed to an address that was entered while the payment provider was unavailable', async () => {
    const transferId = newTransferId();
    const email = newEmail('stranger');
    await notification.saveContact({ transferId, email, reason: 'stripe_pending_notification' });
    await notification.release(transferId, { reason: 'bypassed' });
    const mails = await notification.expectMails(email, 2);
    expect(mails.map((mail) => mail.subject).sort()).toEqual(['We got your message', 'Your transfer guide is ready']);
    for (const mail of mails) {
      expect(mail.text).toContain(`${publicUrl}/checkout?transfer=${transferId}`);
      expect(mail.text + mail.html).not.toContain('resume');
    }
  });
});

describe('a link for the owner’s phone', () => {
  const phoneLink = (id: string) => notification.client.call(notificationApi.createPhoneLink, { params: { id } });

  it('opens once, even before an e-mail address or an event of the transfer is stored', async () => {
    const transferId = newTransferId();
    const { token, minutes } = await phoneLink(transferId);
    expect(minutes).toBe(10);
    await expect(redeem(token)).resolves.toEqual({ transferId });
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
    // Later events use the row that the link created for the transfer.
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await notification.pay(transferId);
    await notification.release(transferId);
    await notification.expectMails(email, 1);
  });

  it('expires after ten minutes, and is new for each request', async () => {
    const transferId = newTransferId();
    const [first, second] = [await phoneLink(transferId), await phoneLink(transferId)];
    expect(first.token).not.toBe(second.token);
    now += 10 * 60_000;
    await expect(redeem(first.token)).rejects.toMatchObject({ code: 'link_expired' });
    now -= 1;
    await expect(redeem(second.token)).resolves.toEqual({ transferId });
  });
});

describe('a renewed link', () => {
  const newLinks = async (email: string, count: number) => {
    const mails = await notification.expectMails(email, count);
    return mails.filter(({ subject }) => subject === 'Your new transfer link');
  };
  const planned = (transferId: string) =>
    notification.context.db
      .selectFrom('mail')
      .select('id')
      .where('transfer_id', '=', transferId)
      .where('template', '=', 'new_link')
      .execute();

  it('is mailed to the stored address for a used link and for an expired link, and opens the transfer', async () => {
    const { transferId, token, email } = await mailLink();
    await redeem(token);
    await renew(token);
    const [mail] = await newLinks(email, 2);
    const fresh = mail ? resumeTokenIn(mail) : '';
    await expect(redeem(fresh)).resolves.toEqual({ transferId });

    const old = await mailLink();
    now += 15 * 86_400_000;
    await renew(old.token);
    const [other] = await newLinks(old.email, 2);
    await expect(redeem(other ? resumeTokenIn(other) : '')).resolves.toEqual({ transferId: old.transferId });
  });

  it('is mailed for the transfer’s id alone, at most once in 15 minutes, and opens the transfer', async () => {
    const { transferId, email } = await mailLink();
    const request = () => notification.client.call(notificationApi.requestResumeLink, { params: { id: transferId } });
    now += 15 * 60_000 - (now % (15 * 60_000));
    await Promise.all([request(), request()]);
    const [mail] = await newLinks(email, 2);
    await expect(redeem(mail ? resumeTokenIn(mail) : '')).resolves.toEqual({ transferId });
    now += 15 * 60_000;
    await request();
    await newLinks(email, 3);
    expect(await planned(transferId)).toHaveLength(2);
  });

  it('is mailed once if its job runs again later', async () => {
    const { transferId, email } = await mailLink();
    const enqueue = vi.spyOn(notification.context, 'enqueue');
    await notification.client.call(notificationApi.requestResumeLink, { params: { id: transferId } });
    const data = enqueue.mock.calls.find(([, { name }]) => name === 'send-resume-link')?.[2];
    enqueue.mockRestore();
    await newLinks(email, 2);
    now += 15 * 60_000;
    await sendResumeLink(notification.context, data as Parameters<typeof sendResumeLink>[1]);
    expect(await planned(transferId)).toHaveLength(1);
  });

  it('causes the same job and the same response whether or not the transfer has an e-mail address', async () => {
    const enqueue = vi.spyOn(notification.context, 'enqueue');
    const ids = [(await mailLink()).transferId, newTransferId()];
    enqueue.mockClear();
    const request = (id: string) => notification.client.call(notificationApi.requestResumeLink, { params: { id } });
    expect(await Promise.all(ids.map(request))).toEqual([undefined, undefined]);
    const requested = enqueue.mock.calls.filter(([, { name }]) => name === 'send-resume-link');
    expect(requested.map(([, , data]) => data)).toEqual(
      expect.arrayContaining(ids.map((transferId) => ({ transferId, window: expect.any(Number) }))),
    );
    enqueue.mockRestore();
    await expect.poll(() => planned(ids[0] as string)).toHaveLength(1);
    expect(await planned(ids[1] as string)).toEqual([]);
  });

  it('is mailed once for concurrent requests, and again for a later request', async () => {
    const { transferId, token, email } = await mailLink();
    await Promise.all(Array.from({ length: 5 }, () => renew(token)));
    expect(await planned(transferId)).toHaveLength(1);
    expect(await newLinks(email, 2)).toHaveLength(1);
    now += 2 * 60_000;
    await renew(token);
    expect(await planned(transferId)).toHaveLength(2);
    await newLinks(email, 3);
  });

  it('is mailed only to the owner’s current e-mail address', async () => {
    const { transferId, token, email } = await mailLink();
    await notification.saveContact({ transferId, email: null });
    const stranger = newEmail('stranger');
    await notification.saveContact({ transferId, email: stranger, reason: 'stripe_pending_notification' });
    await renew(token);
    const owner = newEmail('moved');
    await notification.saveContact({ transferId, email: owner });
    now += 2 * 60_000;
    await renew(token);
    await newLinks(owner, 1);
    expect((await notification.mailsTo(stranger)).map(({ subject }) => subject)).toEqual(['We got your message']);
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('is not mailed for an unknown token, but the response is the same', async () => {
    await expect(renew('x'.repeat(43))).resolves.toBeUndefined();
    const { rows } = await sql`select from mail where template = 'new_link' and id like ${'x%'}`.execute(
      notification.context.db,
    );
    expect(rows).toEqual([]);
  });

  it('counts towards a mailbox’s limit of ten mails an hour, and is dropped above the limit', async () => {
    const { transferId, token, email } = await mailLink();
    for (let time = 0; time < 10; time++) {
      await renew(token);
      now += 2 * 60_000;
    }
    const { db } = notification.context;
    await eventually(async () => {
      const mails = db.selectFrom('mail').select(['sent_at', 'dropped_at']).where('transfer_id', '=', transferId);
      const mailed = await mails.where('template', '=', 'new_link').execute();
      expect(mailed.filter((mail) => mail.sent_at)).toHaveLength(9);
      expect(mailed.filter((mail) => mail.dropped_at)).toHaveLength(1);
    });
    expect(await notification.mailsTo(email)).toHaveLength(10);
  });

  it('is mailed to a replacement e-mail address after the guide was mailed', async () => {
    const { transferId } = await mailLink();
    const other = newEmail('other');
    await notification.saveContact({ transferId, email: other });
    expect(await newLinks(other, 1)).toHaveLength(1);
    // After an hour, a second link could be sent, but an address in capitals is the same mailbox.
    now += 3_600_000;
    await notification.saveContact({ transferId, email: other.toUpperCase() });
    expect(await planned(transferId)).toHaveLength(1);
  });
});
