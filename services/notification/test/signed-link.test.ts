import { randomUUID } from 'node:crypto';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { SubscriptionPaid } from '@xrp-bridge/contracts/subscription';
import { rotateSigningKeys } from '@xrp-bridge/runtime/signing-keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationService } from '../src/index.ts';
import { readSignedLink, signLink } from '../src/signed-link.ts';
import { type Harness, newEmail, startHarness } from './harness.ts';

let notification: Harness;
beforeAll(async () => {
  notification = await startHarness();
});
afterAll(() => notification?.stop());

async function rotate(): Promise<void> {
  const { db } = notification.context;
  await sql`update secret set created_at = created_at - interval '1 hour'`.execute(db);
  await rotateSigningKeys(db, notificationService.signingKeys ?? []);
}

describe('the signed link of a subscription', () => {
  const readLink = (token: string) =>
    notification.client.call(notificationApi.readSubscriptionLink, { body: { token } });

  async function subscribed(email: string): Promise<{ token: string; subscriberId: string }> {
    await notification.client.call(notificationApi.subscribeSignals, { body: { email } });
    const [mail] = await notification.expectMails(email, 1);
    const token = mail?.text.match(/\/nansen#confirm=([\w-]+)/)?.[1] as string;
    await expect(readLink(token)).rejects.toMatchObject({ code: 'link_expired' });
    await notification.client.call(notificationApi.confirmSubscription, { body: { token } });
    return { token, subscriberId: (await readLink(token)).subscriberId };
  }

  it('is in the receipt, opens only its own subscription, and cannot be forged', async () => {
    const email = newEmail('signals');
    const { subscriberId } = await subscribed(email);
    const other = await subscribed(newEmail('other'));
    const until = new Date().toISOString();
    const facts = { paymentId: 'pay_4', amountCents: 400, currency: 'USD' };
    await notification.publish(SubscriptionPaid, subscriberId, { subscriberId, ...facts, until });
    const mail = (await notification.expectMails(email, 2))[1];
    expect(mail?.subject).toBe('Your receipt for a month of signals');
    const token = mail?.text.match(/\/nansen#subscription=([\w.-]+)/)?.[1] as string;
    expect(await readLink(token)).toEqual({ subscriberId, email });

    const [, signature] = token.split('.');
    for (const forged of [`${other.subscriberId}.${signature}`, `${token}x`, `${subscriberId}.${'x'.repeat(43)}`]) {
      await expect(readLink(forged)).rejects.toMatchObject({ code: 'link_expired' });
    }
  });
});

it('the link to unsubscribe works after any number of key rotations', async () => {
  const token = await signLink(notification.context.db, 'market', randomUUID());
  for (let times = 0; times < 3; times++) {
    await rotate();
    const answer = await notification.client.call(notificationApi.unsubscribe, { body: { token } });
    expect(answer).toEqual({ ok: true, stopped: 'market' });
  }
});

it('the link to a subscription works after one key rotation, and not after two', async () => {
  const { db } = notification.context;
  const contactId = randomUUID();
  const token = await signLink(db, 'subscription', contactId);
  await rotate();
  expect(await readSignedLink(db, 'subscription', token)).toBe(contactId);
  await rotate();
  expect(await readSignedLink(db, 'subscription', token)).toBeNull();
});
