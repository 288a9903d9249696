import type { Page } from '@playwright/test';
import {
  address,
  expect,
  type Mail,
  mailsTo,
  paidTransfer,
  post,
  sandboxUrl,
  send,
  signInAsOperator,
  url,
} from './fixtures.ts';

const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

/**
 * Causes every mail that the product sends. The page's browser owns the transfers.
 * @returns one mail for each subject and recipient
 */
export async function causeEveryMail(page: Page): Promise<Mail[]> {
  const email = (name: string) => `${name}-${Date.now()}@example.com`;
  const [guide, bundle, refunded, message] = [email('guide'), email('bundle'), email('refunded'), email('message')];
  const [waiting, alone, moved, broke] = [email('waiting'), email('alone'), email('moved'), email('broke')];
  const cookie = await signInAsOperator();
  const operator = email('operator');
  const alerts = `${url}/api/operator/account/alerts`;
  const choose = (email: string | null) =>
    send('PUT', alerts, { email, webhookUrl: null, kinds: ['refund_requests'] }, { cookie });
  await choose(operator);
  const confirmation = await waitFor(operator, 'Confirm your email address');
  await post(`${alerts}/confirm`, { token: /#alerts=([\w-]+)/.exec(confirmation.text)?.[1] }, { cookie });
  await post(`${alerts}/test/email`, undefined, { cookie });
  await post(`${url}/api/quantum-waitlist`, { email: waiting });

  const id = await paidTransfer(page, { email: guide, destinationAddress: address, sourceAmount: '5000' });
  const token = resumeTokenIn(await waitFor(guide, 'Your transfer guide'));
  await post(`${url}/api/transfers/resume-link`, { token });
  const arrive = (drops: string) => post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: address, drops });
  await arrive('2000000');
  // The second payment waits for this mail: if both payments were in one ledger, the second might be counted first and
  // end the watch.
  await waitFor(guide, '2 XRP');
  await arrive('4998000000');

  const changed = await paidTransfer(page, { email: refunded, destinationAddress: address });
  await page.request.patch(`/api/transfers/${changed}`, { data: { destinationAddress: otherAddress } });
  await page.request.post(`/api/transfers/${changed}/refund-request`, { data: { email: refunded } });
  await waitFor(operator, 'A customer asked for a refund');
  await choose(null);
  const { clientSecret } = (await (
    await page.request.post('/api/create-concierge-payment', { data: { transferId: changed } })
  ).json()) as { clientSecret: string };
  await fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment_method=pm_card_visa',
  });
  await waitFor(refunded, 'Your concierge is ready');
  const bought = `${url}/api/admin/payments?transferId=${changed}`;
  const { payments: both } = await send<{ payments: { id: string }[] }>('GET', bought, undefined, { cookie });
  for (const { id: paymentId } of both)
    await post(`${url}/api/admin/refunds/${changed}`, { reason: 'asked', paymentId }, { cookie });
  await waitFor(refunded, 'We refunded $13.76');

  // A customer can own only one concierge, so this bundle is bought after the first concierge was refunded.
  await paidTransfer(page, { email: bundle, serviceFee: '17.76' });

  const order = { email: alone, key: crypto.randomUUID() };
  await payThere(await post<{ url: string }>(`${url}/api/concierge-checkout`, order), alone);
  await waitFor(alone, 'Your concierge is ready');
  await post(`${url}/api/concierge/sign-in-link`, { email: alone });
  await waitFor(alone, 'Your concierge sign-in link');
  // The newest payment is the one that was just made.
  const newest = `${url}/api/admin/payments?limit=1`;
  const { payments } = await send<{ payments: { transferId: string }[] }>('GET', newest, undefined, { cookie });
  const orderId = payments[0]?.transferId;
  await post(`${url}/api/admin/concierge/${orderId}/email`, { email: moved, reason: 'asked' }, { cookie });
  await waitFor(alone, 'Your concierge has a new email address');
  await waitFor(moved, 'Your concierge sign-in link');
  await post(`${url}/api/admin/refunds/${orderId}`, { reason: 'asked' }, { cookie });
  await waitFor(moved, 'Your refund is on its way');

  const link = await askForSignals(waiting);
  const trial = await orderSignals(link, waiting);
  await waitFor(waiting, 'Your subscription has started');
  await post(`${url}/api/signal-subscriptions/cancel`, link);
  await waitFor(waiting, 'Your subscription is set to end');
  await askProvider('DELETE', `subscriptions/${trial}`);
  await waitFor(waiting, 'Your subscription has ended');
  // A second subscription has no trial, so its first month is charged at once.
  await orderSignals(link, waiting);
  await waitFor(waiting, 'Your receipt for a month of signals');
  await post(`${url}/api/signal-subscriptions/money-back`, link);
  await waitFor(waiting, 'Your refund is on its way');

  const unpaidTrial = await orderSignals(await askForSignals(broke), broke, '4000 0000 0000 0341');
  await waitFor(broke, 'Your subscription has started');
  await askProvider('POST', `subscriptions/${unpaidTrial}`, { trial_end: 'now' });

  const unpaid = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const started = (await (await page.request.post('/api/transfers', { data: unpaid })).json()) as { id: string };
  const contact = { transferId: started.id, email: message, reason: 'stripe_pending_notification' };
  await page.request.post('/api/save-contact', { data: contact });

  const recipients = [operator, guide, bundle, refunded, message, waiting, alone, moved, broke];
  const all = async () => (await Promise.all(recipients.map(mailsTo))).flat();
  await expect
    .poll(async () => [...new Set((await all()).map(({ subject }) => subject))].sort(), { message: `of ${id}` })
    .toEqual([
      '2 XRP arrived in your wallet',
      'A customer asked for a refund of $4.00',
      'Confirm your email address for alerts',
      'Do you want signals by email?',
      'The address or tag for your transfer was changed',
      'This is a test',
      'We couldn’t charge your card',
      'We got your message',
      'We got your refund request',
      'We refunded $13.76',
      'We refunded $4.00',
      'We’ll email you if XRP gets new keys',
      'Your XRP is home',
      'Your concierge has a new email address',
      'Your concierge is ready',
      'Your concierge is ready (receipt for $13.76)',
      'Your concierge sign-in link',
      'Your new transfer link',
      'Your receipt for a month of signals',
      'Your refund is on its way',
      'Your subscription has ended',
      'Your subscription has started',
      'Your subscription is set to end',
      'Your transfer guide and receipt for $17.76',
      'Your transfer guide and receipt for $4.00',
    ]);
  // Mails to different recipients may have the same subject but different texts, for example about different products.
  return [...new Map((await all()).map((mail) => [`${mail.subject} ${mail.to}`, mail])).values()];
}

async function waitFor(recipient: string, subject: string): Promise<Mail> {
  const find = async () => (await mailsTo(recipient)).find((mail) => mail.subject.startsWith(subject));
  await expect.poll(find, { message: subject }).toBeTruthy();
  return (await find()) as Mail;
}

interface Link {
  token: string | undefined;
}

/** Requests signals by e-mail and confirms. @returns the link that orders and ends the subscription */
async function askForSignals(email: string): Promise<Link> {
  await post(`${url}/api/signal-subscriptions`, { email });
  const confirmation = await waitFor(email, 'Do you want signals by email?');
  const link = { token: /#confirm=([\w-]+)/.exec(confirmation.text)?.[1] };
  await post(`${url}/api/signal-subscriptions/confirm`, link);
  return link;
}

/** Orders signals on the provider's own page. @returns the id of the provider's subscription */
async function orderSignals(link: Link, email: string, card?: string): Promise<string> {
  const page = await post<{ url: string }>(`${url}/api/signal-subscriptions/checkout`, link);
  await payThere(page, email, card);
  const session = new URL(page.url).pathname.split('/').at(-1);
  return (await askProvider<{ subscription: string }>('GET', `checkout/sessions/${session}`)).subscription;
}

/** Pays on the provider's own page, with the same request as the page's form. */
async function payThere({ url: address }: { url: string }, email: string, number = '4242 4242 4242 4242') {
  const body = new URLSearchParams({ email, number, expiry: '12 / 30', cvc: '123' });
  await fetch(address, { method: 'POST', body, redirect: 'manual' });
}

/** Calls the provider's API, as the provider's dashboard would. */
async function askProvider<Answer>(method: string, path: string, params?: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${sandboxUrl}/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge' },
    ...(params ? { body: new URLSearchParams(params) } : {}),
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as Answer;
}

/** Fetches the newsletters as their subscribers would receive them. */
export async function previewNewsletters(): Promise<Pick<Mail, 'subject' | 'text' | 'html'>[]> {
  const cookie = await signInAsOperator();
  const address = `${url}/api/admin/newsletters`;
  const { previews } = await send<{ previews: Mail[] }>('GET', address, undefined, { cookie });
  return previews;
}

function resumeTokenIn({ text }: Mail): string | undefined {
  return /\/resume#t=([\w-]+)/.exec(text)?.[1];
}
