import { notificationApi } from '@xrp-bridge/contracts/notification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldContacts } from '../src/store.ts';
import { type Harness, newEmail, startHarness } from './harness.ts';

const dayMs = 86_400_000;
let notification: Harness;
let aheadMs = 0;

beforeAll(async () => {
  notification = await startHarness({ clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => notification?.stop());

const subscribe = (email: string) => notification.client.call(notificationApi.subscribeSignals, { body: { email } });
const confirm = (token: string) => notification.client.call(notificationApi.confirmSubscription, { body: { token } });

/** Waits for this many mails, and returns the token in the last mail. */
async function tokenOf(email: string, mails = 1): Promise<string> {
  const mail = (await notification.expectMails(email, mails)).at(-1);
  return mail?.text.match(/\/nansen#confirm=([\w-]+)/)?.[1] as string;
}

describe('signals by e-mail', () => {
  it('begin after double opt-in, with the same response for every address and one link a day', async () => {
    const email = newEmail('signals');
    const answers = [await subscribe(email), await subscribe(email), await subscribe(email.toUpperCase())];
    expect(answers).toEqual(Array(3).fill({ ok: true }));
    const token = await tokenOf(email);
    expect(await notification.published('subscription.confirmed')).toEqual([]);

    expect([await confirm(token), await confirm(token)]).toEqual([{ ok: true }, { ok: true }]);
    const confirmations = await notification.published('subscription.confirmed');
    expect(confirmations.map(({ subject, data }) => [subject, data])).toEqual([
      [confirmations[0]?.subject, { contactId: confirmations[0]?.subject }],
    ]);
    expect(JSON.stringify(await notification.published())).not.toContain(email);

    // A confirmed address without an order gets another link, and its second confirmation emits no event.
    aheadMs += dayMs;
    await subscribe(email);
    expect(await confirm(await tokenOf(email, 2))).toEqual({ ok: true });
    expect(await notification.published('subscription.confirmed')).toHaveLength(1);
  });

  it('can be requested again on another day, which invalidates the previous link', async () => {
    const email = newEmail('later');
    await subscribe(email);
    const first = await tokenOf(email);
    aheadMs += dayMs;
    await subscribe(email);
    const last = await tokenOf(email, 2);
    await expect(confirm(first)).rejects.toMatchObject({ code: 'link_expired' });
    expect(await confirm(last)).toEqual({ ok: true });
  });

  it('are not confirmed by an invalid token, and not mailed to an invalid address', async () => {
    await expect(confirm('x'.repeat(43))).rejects.toMatchObject({ code: 'link_expired' });
    await expect(confirm('')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(subscribe('ann')).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'email' }] });
  });

  it('keep only confirmed addresses after 180 days', async () => {
    const [yes, silent] = [newEmail('yes'), newEmail('silent')];
    for (const email of [yes, silent]) await subscribe(email);
    await confirm(await tokenOf(yes));
    await tokenOf(silent);
    const { db, clock } = notification.context;
    await deleteOldContacts(db, new Date(clock().getTime() + 181 * dayMs));
    const remaining = await db.selectFrom('contact').select('email').where('email', 'in', [yes, silent]).execute();
    expect(remaining).toEqual([{ email: yes }]);
  });
});
