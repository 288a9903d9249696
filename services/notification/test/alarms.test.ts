import { TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOverdueMails } from '../src/use-cases/plan-mails.ts';
import { type Harness, newEmail, newTransferId, publicUrl, startHarness } from './harness.ts';

const day = 86_400_000;
let now = new Date('2026-11-21T10:00:00Z');
let notification: Harness;

beforeAll(async () => {
  notification = await startHarness({ clock: () => now });
});
afterAll(() => notification?.stop());

const isAlarm = ({ subject }: { subject: string }) => subject === 'The address or tag for your transfer was changed';
const alarmsTo = async (email: string) => (await notification.mailsTo(email)).filter(isAlarm);

let version = 1;
async function changeAddress(transferId: string, times = 1) {
  for (let time = 0; time < times; time++) {
    version += 1;
    const change = { transferId, changed: ['destinationAddress'], status: 'instructions_sent', version };
    await notification.publish(TransferUpdated, transferId, { ...change, addressChangedAfterPayment: true });
  }
}

/**
 * Waits until the mails of all previous events are sent or dropped.
 * Events of one transfer stay in order, so the mail about the arrival is the last one.
 */
async function settled(transferId: string, email: string) {
  await notification.arrive(transferId);
  await expect
    .poll(async () => (await notification.mailsTo(email)).map(({ subject }) => subject), { timeout: 150_000 })
    .toContain('Your XRP is home');
  const { db } = notification.context;
  const open = db.selectFrom('mail').select('id').where('transfer_id', '=', transferId).where('sent_at', 'is', null);
  await expect
    .poll(async () => (await open.where('dropped_at', 'is', null).execute()).length, { timeout: 150_000 })
    .toBe(0);
}

describe('the alarm about a changed wallet address', () => {
  it('also goes to the previous e-mail address, so that a thief cannot suppress it by first changing the e-mail address', async () => {
    const transferId = newTransferId();
    const [owner, thief] = [newEmail('owner'), newEmail('thief')];
    await notification.saveContact({ transferId, email: owner });
    await notification.saveContact({ transferId, email: thief });
    await changeAddress(transferId);
    await settled(transferId, thief);

    expect(await alarmsTo(thief)).toHaveLength(1);
    const [alarm, ...others] = await alarmsTo(owner);
    expect(others).toEqual([]);
    expect(alarm?.text).toContain('The email address for this transfer was also changed');
    expect(alarm?.text).toContain('please don’t send any XRP');
    // A previous address may have been a typing mistake, so its reader must not get the owner's link.
    expect(alarm?.text).not.toContain(`${publicUrl}/resume`);
  });

  it('goes to the owner’s e-mail address even after the address was removed and replaced many times', async () => {
    const transferId = newTransferId();
    const owner = newEmail('owner');
    await notification.saveContact({ transferId, email: owner });
    await notification.saveContact({ transferId, email: null });
    for (let time = 0; time < 5; time++) await notification.saveContact({ transferId, email: newEmail('thief') });
    await changeAddress(transferId);
    await expect.poll(async () => (await alarmsTo(owner)).length, { timeout: 150_000 }).toBe(1);
  });

  it('goes only to the current e-mail address if the previous address was replaced a week ago', async () => {
    const transferId = newTransferId();
    const [old, present] = [newEmail('old'), newEmail('present')];
    await notification.saveContact({ transferId, email: old });
    await notification.saveContact({ transferId, email: present });
    now = new Date(now.getTime() + 7 * day + 1);
    await changeAddress(transferId);
    await settled(transferId, present);
    expect(await alarmsTo(present)).toHaveLength(1);
    expect(await notification.mailsTo(old)).toEqual([]);
  });

  it('is sent at most three times an hour, and again in the next hour', async () => {
    const transferId = newTransferId();
    const email = newEmail();
    await notification.saveContact({ transferId, email });
    await changeAddress(transferId, 20);
    await settled(transferId, email);
    expect(await alarmsTo(email)).toHaveLength(3);
    now = new Date(now.getTime() + 3_600_001);
    await changeAddress(transferId);
    await expect.poll(async () => (await alarmsTo(email)).length, { timeout: 150_000 }).toBe(4);
  });
});

it('a mailbox gets ten mails an hour for all spellings of its address; receipts wait for the next hour, alarms do not', async () => {
  const [name, domain] = newEmail('john').split('@');
  const names = [`${name}@${domain}`, `${name?.toUpperCase()}@${domain}`, `${name}+shop@${domain}`];
  const count = async () => (await Promise.all(names.map(notification.mailsTo))).flat().length;
  const transferIds = Array.from({ length: 12 }, newTransferId);
  const { db } = notification.context;
  const waiting = async () =>
    (
      await db
        .selectFrom('mail')
        .select('due_at')
        .where('transfer_id', 'in', transferIds)
        .where('sent_at', 'is', null)
        .where('due_at', '>', new Date(now.getTime() + 3_000_000))
        .execute()
    ).length;
  for (const [index, transferId] of transferIds.entries()) {
    await notification.saveContact({ transferId, email: names[index % names.length] as string });
    await notification.pay(transferId);
    await notification.release(transferId);
  }
  await expect.poll(waiting, { timeout: 150_000 }).toBe(2);
  await expect.poll(count, { timeout: 150_000 }).toBe(10);

  await changeAddress(transferIds[0] as string);
  await expect.poll(count, { timeout: 150_000 }).toBe(11);

  now = new Date(now.getTime() + 3_600_001);
  await sendOverdueMails(notification.context);
  await expect.poll(count, { timeout: 150_000 }).toBe(13);
});
