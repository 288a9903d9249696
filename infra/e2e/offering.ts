import type { Page } from '@playwright/test';
import { test as base, expect, type Mail, post, send } from './fixtures.ts';
import { acceptingTips, createSession, type Product, startJourneysProduct } from './start-product.ts';

/** Runs a journey on a separate product, which accepts tips and has a movable clock. */
export const test = base.extend<object, { offering: Product }>({
  offering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const product = await startJourneysProduct(acceptingTips);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ offering }, use) => use(offering.publicUrl),
});

/** Pays on the provider's own page, as a customer does. */
export async function payThere(page: Page, amount: string, button = `Pay ${amount}`): Promise<void> {
  await page.waitForURL(/\/c\/pay\//);
  await expect(page.getByText(amount).first()).toBeVisible();
  const email = page.getByLabel('Email');
  if (await email.isVisible()) await email.fill('ada@example.com');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel(/Expiry date/).fill('12 / 30');
  await page.getByLabel(/Security code/).fill('123');
  await page.getByRole('button', { name: button }).click();
}

/** Lists the mails to an address whose subject begins with `subject`. */
export async function mailsOf({ sandboxUrl }: Product, email: string, subject = ''): Promise<Mail[]> {
  const { mails } = await send<{ mails: Mail[] }>('GET', `${sandboxUrl}/_sandbox/state`);
  return mails.filter((mail) => mail.to === email && mail.subject.startsWith(subject));
}

/** Waits for a mail that contains a link. @returns the link */
export async function linkIn(product: Product, email: string, subject: string, link: RegExp): Promise<string> {
  const find = async () => link.exec((await mailsOf(product, email, subject))[0]?.text ?? '')?.[0];
  await expect.poll(find, { message: subject }).toBeTruthy();
  return (await find()) as string;
}

/** Starts a transfer and pays for its guide, without a page. @returns the transfer's id */
export async function payForGuide(page: Page, { sandboxUrl }: Product): Promise<string> {
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
  const opened = await page.request.post('/api/create-payment-intent', { data: { transferId: id } });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  await fetch(`${sandboxUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment_method=pm_card_visa',
  });
  const status = async () => (await (await page.request.get(`/api/transfers/${id}`)).json()).status;
  await expect.poll(status).toBe('instructions_sent');
  return id;
}

/** Signs in as an operator. @returns the session cookie */
export const operatorOf = ({ publicUrl }: Product) => createSession(publicUrl);

/** Refunds the concierge of an order as an operator. */
export async function refund(product: Product, id: string): Promise<void> {
  const cookie = await operatorOf(product);
  await post(`${product.publicUrl}/api/admin/refunds/${id}`, { reason: 'asked', product: 'concierge' }, { cookie });
}
