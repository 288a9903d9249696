import { randomUUID } from 'node:crypto';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { rotateSigningKeys } from '@xrp-bridge/runtime/signing-keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationService } from '../src/index.ts';
import { readSignedLink, signLink } from '../src/signed-link.ts';
import { type Harness, startHarness } from './harness.ts';

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

it('the link to unsubscribe works in mails of any age, however often the keys were replaced', async () => {
  const token = await signLink(notification.context.db, 'market', randomUUID());
  for (let times = 0; times < 3; times++) {
    await rotate();
    const answer = await notification.client.call(notificationApi.unsubscribe, { body: { token } });
    expect(answer).toEqual({ ok: true, stopped: 'market' });
  }
});

it('the link to a subscription opens nothing once the key after its own was replaced', async () => {
  const { db } = notification.context;
  const contactId = randomUUID();
  const token = await signLink(db, 'subscription', contactId);
  await rotate();
  expect(await readSignedLink(db, 'subscription', token)).toBe(contactId);
  await rotate();
  expect(await readSignedLink(db, 'subscription', token)).toBeNull();
});
