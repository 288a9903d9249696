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

/** Has every mail written that we write, and gives them by their subjects. The page's browser owns their transfers. */
export async function causeEveryMail(page: Page): Promise<Mail[]> {
  const email = (name: string) => `${name}-${Date.now()}@example.com`;
  const [guide, bundle, refunded, message] = [email('guide'), email('bundle'), email('refunded'), email('message')];
  const waiting = email('waiting');
  await post(`${url}/api/quantum-waitlist`, { email: waiting });
  await post(`${url}/api/signal-subscriptions`, { email: waiting });

  const id = await paidTransfer(page, { email: guide, destinationAddress: address, sourceAmount: '5000' });
  const token = await expect
    .poll(async () => resumeTokenIn(await mailsTo(guide)))
    .toBeTruthy()
    .then(async () => resumeTokenIn(await mailsTo(guide)));
  await post(`${url}/api/transfers/resume-link`, { token });
  const send = (drops: string) => post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: address, drops });
  await send('2000000');
  // In one ledger the rest may count first, and ends the watch.
  await expect.poll(async () => (await mailsTo(guide)).some(({ subject }) => subject.startsWith('2 XRP'))).toBe(true);
  await send('4998000000');

  await paidTransfer(page, { email: bundle, serviceFee: '17.76' });

  const changed = await paidTransfer(page, { email: refunded, destinationAddress: address });
  await page.request.patch(`/api/transfers/${changed}`, { data: { destinationAddress: otherAddress } });
  await page.request.post(`/api/transfers/${changed}/refund-request`, { data: { email: refunded } });
  const { clientSecret } = (await (
    await page.request.post('/api/create-concierge-payment', { data: { transferId: changed } })
  ).json()) as { clientSecret: string };
  await fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment_method=pm_card_visa',
  });
  const concierge = async () => (await mailsTo(refunded)).some(({ subject }) => subject.includes('concierge'));
  await expect.poll(concierge).toBe(true);
  await post(`${url}/api/admin/refunds/${changed}`, { reason: 'asked' }, { cookie: await signInAsOperator() });

  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
  const started = (await (await page.request.post('/api/transfers', { data: order })).json()) as { id: string };
  const contact = { transferId: started.id, email: message, reason: 'stripe_pending_notification' };
  await page.request.post('/api/save-contact', { data: contact });

  const all = async () => (await Promise.all([guide, bundle, refunded, message, waiting].map(mailsTo))).flat();
  await expect
    .poll(async () => [...new Set((await all()).map(({ subject }) => subject))].sort(), { message: `of ${id}` })
    .toEqual([
      '2 XRP arrived in your wallet',
      'Do you want signals by e-mail?',
      'The wallet address of your transfer was changed',
      'We have paid back $13.76',
      'We have paid back $4.00',
      'We have your message',
      'We have your request for a refund',
      'We write to you when the guide is there',
      'Your XRP has arrived',
      'Your concierge is ready, and your receipt for $13.76',
      'Your link to your transfer',
      'Your transfer guide, and your receipt for $17.76',
      'Your transfer guide, and your receipt for $4.00',
    ]);
  const bySubject = new Map((await all()).map((mail) => [mail.subject, mail]));
  return [...bySubject.values()];
}

/** The newsletters as their subscribers see them. */
export async function previewNewsletters(): Promise<Pick<Mail, 'subject' | 'text' | 'html'>[]> {
  const cookie = await signInAsOperator();
  const address = `${url}/api/admin/newsletters`;
  const { previews } = await send<{ previews: Mail[] }>('GET', address, undefined, { cookie });
  return previews;
}

function resumeTokenIn(mails: readonly Mail[]): string | undefined {
  return /\/resume#t=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
}
