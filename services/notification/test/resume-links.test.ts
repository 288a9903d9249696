import { notificationApi } from '@xrp-bridge/contracts/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, newEmail, newTransferId, publicUrl, resumeTokenIn, startHarness } from './harness.ts';

let notification: Harness;
let now = Date.now();

beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(now) });
});
afterAll(() => notification?.stop());

const redeem = (token: string, held: string[] = []) =>
  notification.client.call(notificationApi.redeemResumeToken, { body: { token, held } });

async function mailLink(): Promise<{ transferId: string; token: string }> {
  const transferId = newTransferId();
  const email = newEmail();
  await notification.saveContact({ transferId, email });
  await notification.pay(transferId);
  await notification.release(transferId);
  const [mail] = await notification.expectMails(email, 1);
  if (!mail) throw new Error('no mail');
  expect(mail.html).toContain(`${publicUrl}/resume#t=${resumeTokenIn(mail)}`);
  return { transferId, token: resumeTokenIn(mail) };
}

describe('a resume link', () => {
  it('opens its transfer once, also when two browsers race for it', async () => {
    const { transferId, token } = await mailLink();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(token)));
    const opened = answers.filter((answer) => answer.status === 'fulfilled');
    expect(opened.map((answer) => answer.value)).toEqual([{ transferId }]);
    for (const answer of answers.filter((each) => each.status === 'rejected')) {
      expect(answer.reason).toMatchObject({ code: 'link_expired', status: 410 });
    }
  });

  it('that is used opens its transfer to those who hold it already', async () => {
    const { transferId, token } = await mailLink();
    await redeem(token);
    await expect(redeem(token, [newTransferId(), transferId])).resolves.toEqual({ transferId });
    await expect(redeem(token, [newTransferId()])).rejects.toMatchObject({ code: 'link_expired' });
  });

  it('ends after 14 days', async () => {
    const { token } = await mailLink();
    now += 14 * 86_400_000;
    await expect(redeem(token)).rejects.toMatchObject({ code: 'link_expired' });
    now -= 1;
    await expect(redeem(token)).resolves.toHaveProperty('transferId');
  });

  it('cannot be made up', async () => {
    const { token } = await mailLink();
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(redeem(forged)).rejects.toMatchObject({ code: 'link_expired' });
    await expect(redeem('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' });
    await expect(redeem('short')).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'token' }] });
  });

  it('is kept as a hash only', async () => {
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

  it('never goes to somebody who left an e-mail on the fallback panel', async () => {
    const transferId = newTransferId();
    const email = newEmail('stranger');
    await notification.saveContact({ transferId, email, reason: 'stripe_pending_notification' });
    await notification.release(transferId, { reason: 'bypassed' });
    const mails = await notification.expectMails(email, 2);
    expect(mails.map((mail) => mail.subject).sort()).toEqual(['We have your message', 'Your transfer guide is ready']);
    for (const mail of mails) {
      expect(mail.text).toContain(`${publicUrl}/checkout?transfer=${transferId}`);
      expect(mail.text + mail.html).not.toContain('resume');
    }
  });
});
