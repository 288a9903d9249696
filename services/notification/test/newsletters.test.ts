import { ConciergeGuideRedeemed, ConciergeRefunded } from '@xrp-bridge/contracts/concierge';
import { PaymentRefunded } from '@xrp-bridge/contracts/payment';
import { describe, expect, it } from 'vitest';
import { insertMail } from '../src/mail-store.ts';
import { deleteOldContacts } from '../src/store.ts';
import { sendMail } from '../src/use-cases/send-mail.ts';
import { eventually, newEmail, newTransferId } from './harness.ts';
import { shareNewsletters } from './newsletter-harness.ts';

const dayMs = 86_400_000;
const {
  notification,
  advance,
  choose,
  read,
  confirm,
  tokenOf,
  subscriber,
  nextDay,
  alert,
  consentsOf,
  expectSettled,
  subscribersNow,
} = shareNewsletters();

describe('choosing newsletters', () => {
  it('mails one confirmation link a day, and no newsletter before the confirmation', async () => {
    const [orderId, email] = [newTransferId(), newEmail('asked')];
    expect(await read(orderId)).toEqual({ market: false, alerts: false, state: 'none' });
    expect(await choose(orderId, { email, market: true, alerts: false })).toMatchObject({ state: 'asked' });
    await choose(orderId, { email: email.toUpperCase(), market: true, alerts: true });
    const token = await tokenOf(email, 'confirm', 1);

    const other = await subscriber({ market: false, alerts: true });
    await alert(nextDay());
    await notification.expectMails(other.email, 2);
    expect(await notification.mailsTo(email)).toHaveLength(1);

    const confirmed = { market: true, alerts: true, state: 'confirmed' };
    expect([await confirm(token), await confirm(token)]).toEqual([confirmed, confirmed]);
    expect(await read(orderId)).toEqual(confirmed);
    expect(await consentsOf(email)).toEqual(['asked', 'asked', 'confirmed']);
    // A confirmed address needs no second confirmation.
    expect(await choose(orderId, { market: false, alerts: true })).toMatchObject({ market: false, state: 'confirmed' });
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('uses the receipt’s address by default, and is rejected without any address', async () => {
    const orderId = newTransferId();
    await expect(choose(orderId, { market: true, alerts: true })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'email', code: 'required' }],
    });
    const email = newEmail('receipt');
    await notification.saveContact({ transferId: orderId, email });
    expect(await choose(orderId, { market: true, alerts: true })).toMatchObject({ state: 'asked' });
    await tokenOf(email, 'confirm', 1);
  });

  it('requires a new confirmation for another address, and sends no newsletter to the previous address', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true });
    const other = newEmail('other');
    expect(await choose(orderId, { email: other, market: true, alerts: true })).toMatchObject({ state: 'asked' });
    await confirm(await tokenOf(other, 'confirm', 1));
    const day = nextDay();
    await alert(day);
    await notification.expectMails(other, 2);
    await expectSettled(`alert-XRP-${day}`, await subscribersNow());
    expect(await notification.mailsTo(email)).toHaveLength(1);
  });

  it('mails a new confirmation link when the owner changes back to the first address on the same day', async () => {
    const [orderId, first, other] = [newTransferId(), newEmail('first'), newEmail('other')];
    for (const email of [first, other]) {
      await choose(orderId, { email, market: true, alerts: false });
      await notification.expectMails(email, 1);
    }
    expect(await choose(orderId, { email: first, market: true, alerts: false })).toMatchObject({ state: 'asked' });
    expect(await confirm(await tokenOf(first, 'confirm', 2))).toMatchObject({ market: true, state: 'confirmed' });
  });

  it('sends no link to an address that was replaced before the mail was sent', async () => {
    const [orderId, first, other] = [newTransferId(), newEmail('slow'), newEmail('other')];
    const { context } = notification;
    const facts = { newsletterId: '' };
    await choose(orderId, { email: other, market: true, alerts: false });
    await choose(orderId, { email: first, market: true, alerts: false });
    const token = await tokenOf(first, 'confirm', 1);
    const newsletter = context.db.selectFrom('newsletter').select('id').where('order_id', '=', orderId);
    facts.newsletterId = (await newsletter.executeTakeFirstOrThrow()).id;
    const contact = context.db.selectFrom('contact').select('id').where('email', '=', other);
    const { id: contactId } = await contact.executeTakeFirstOrThrow();
    const late = {
      id: `late-${contactId}`,
      transferId: null,
      contactId,
      template: 'newsletters_asked',
      facts,
    } as const;
    const at = context.clock();
    await context.transact((tx) => insertMail(tx, late, at, at));
    await sendMail(context, late.id, { attempt: 1, lastAttempt: false, signal: new AbortController().signal });
    expect(await confirm(token)).toMatchObject({ state: 'confirmed' });
  });

  it('requires a confirmation for each order of an address, and does not reveal the other order', async () => {
    const first = await subscriber({ market: true, alerts: false });
    const orderId = newTransferId();
    const answer = await choose(orderId, { email: first.email, market: false, alerts: true });
    expect(answer).toEqual({ market: false, alerts: true, state: 'asked' });
    await confirm(await tokenOf(first.email, 'confirm', 2));
    expect(await read(first.orderId)).toEqual({ market: true, alerts: false, state: 'confirmed' });
  });

  it('applies to an order and to the transfer that redeemed the order’s guide', async () => {
    const { orderId } = await subscriber({ market: true, alerts: false }, 'redeemed');
    const transferId = newTransferId();
    await notification.publish(ConciergeGuideRedeemed, transferId, { orderId, transferId });
    await eventually(async () => expect(await read(transferId)).toMatchObject({ market: true, state: 'confirmed' }));
    expect(await choose(transferId, { market: false, alerts: true })).toMatchObject({ state: 'confirmed' });
    for (const id of [orderId, transferId]) expect(await read(id)).toMatchObject({ market: false, alerts: true });
  });

  it('can be undone', async () => {
    const { orderId, email } = await subscriber({ market: true, alerts: true });
    expect(await choose(orderId, { market: false, alerts: false })).toEqual({
      market: false,
      alerts: false,
      state: 'none',
    });
    expect(await consentsOf(email)).toEqual(['asked', 'confirmed', 'ended']);
    expect(await choose(newTransferId(), { market: false, alerts: false })).toMatchObject({ state: 'none' });
  });

  it.each(['ann', 'ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])(
    'rejects the address %j',
    async (email) => {
      const wrong = choose(newTransferId(), { email, market: true, alerts: true });
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', errors: [{ field: 'email' }] });
    },
  );

  it('is confirmed only by the link of the latest mail', async () => {
    const [orderId, email] = [newTransferId(), newEmail('late')];
    await choose(orderId, { email, market: true, alerts: true });
    const first = await tokenOf(email, 'confirm', 1);
    advance(dayMs);
    await choose(orderId, { email, market: true, alerts: true });
    const last = await tokenOf(email, 'confirm', 2);
    for (const wrong of [first, 'x'.repeat(43)]) {
      await expect(confirm(wrong)).rejects.toMatchObject({ code: 'link_expired' });
    }
    expect(await confirm(last)).toMatchObject({ state: 'confirmed' });
  });
});

describe('an owner whose concierge was refunded', () => {
  const refunded = { paymentId: 'pay_x', product: 'bundle', amountCents: 1776, refundedCents: 1376, currency: 'USD' };

  it.each(['concierge', 'all'])('gets no newsletter after a refund that closes “%s”', async (closes) => {
    const { orderId } = await subscriber({ market: true, alerts: true }, 'refunded');
    await notification.publish(PaymentRefunded, orderId, { ...refunded, transferId: orderId, closes });
    await eventually(async () => expect(await read(orderId)).toMatchObject({ state: 'none' }));
  });

  it('gets no newsletter if the concierge was bought without a transfer; a refund of the guide changes nothing', async () => {
    const { orderId } = await subscriber({ market: true, alerts: true }, 'alone');
    const facts = { orderId, paymentId: 'pay_y', amountCents: 1776, currency: 'USD', refundedCents: 400 };
    await notification.publish(ConciergeRefunded, orderId, { ...facts, closes: 'guide' });
    const other = await subscriber({ market: true, alerts: true }, 'after');
    await notification.publish(ConciergeRefunded, other.orderId, { ...facts, orderId: other.orderId, closes: 'all' });
    await eventually(async () => expect(await read(other.orderId)).toMatchObject({ state: 'none' }));
    expect(await read(orderId)).toMatchObject({ state: 'confirmed' });
  });
});

it('only the addresses of newsletter readers are still stored after 180 days', async () => {
  const { email: reader } = await subscriber({ market: true, alerts: false }, 'stays');
  const { orderId, email: left } = await subscriber({ market: true, alerts: false }, 'left');
  await choose(orderId, { market: false, alerts: false });
  const silent = newEmail('silent');
  await choose(newTransferId(), { email: silent, market: true, alerts: true });
  await tokenOf(silent, 'confirm', 1);
  const { db, clock } = notification.context;
  await deleteOldContacts(db, new Date(clock().getTime() + 181 * dayMs));
  const remaining = await db
    .selectFrom('contact')
    .select('email')
    .where('email', 'in', [reader, left, silent])
    .execute();
  expect(remaining).toEqual([{ email: reader }]);
});
