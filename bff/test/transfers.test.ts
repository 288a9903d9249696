import { notificationApi } from '@xrp-bridge/contracts/notification';
import { describe, expect, it } from 'vitest';
import { createBrowser, refusal } from './browser.ts';
import { startBff, useSystem } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const taggedAddress = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';
const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
const unknownId = 'f'.repeat(32);

const system = useSystem();
// The sandbox sends no webhooks here, so the BFF detects a payment only by querying the provider.

const start = (over?: object) => system.startTransfer(over);
const startPaid = (over?: object) => system.startPaid(over);

/** Returns the e-mail address of every contact in notification. */
async function listContacts(): Promise<(string | null)[]> {
  const { contacts } = await system.notification.client.call(notificationApi.listContacts, {
    body: { limit: 200 },
  });
  return contacts.map((contact) => contact.email);
}

describe('POST /api/transfers', () => {
  it('returns the transfer and sets the cookie that makes the browser its owner', async () => {
    const { transfer, browser } = await start({ destinationAddress: address, sourceAmount: 25.5 });
    expect(transfer).toMatchObject({
      mine: true,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...order,
      sourceAmount: '25.5',
      destinationAddress: address,
      destinationTag: null,
      cryptoType: 'XRP',
      status: 'pending',
      access: { guide: false, concierge: 'none' },
      arrivals: [],
    });
    const paths = browser.setCookies.map((cookie) => /; Path=([^;]+)/.exec(cookie)?.[1]);
    expect(paths).toEqual(['/', '/']);
    for (const cookie of browser.setCookies) {
      expect(cookie).toContain('HttpOnly');
      expect(cookie).toContain('SameSite=Lax');
      expect(cookie).not.toContain('Secure');
    }
  });

  it('does not return the e-mail address or the phone number', async () => {
    const { browser, path, transfer } = await start({ email: 'ann@example.com' });
    for (const view of [transfer, (await browser.get(path)).body]) {
      expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['email']));
      expect(JSON.stringify(view)).not.toContain('ann@example.com');
    }
  });

  it('stores the e-mail address, and only the owner can read it, masked', async () => {
    const { browser, path } = await start({ email: 'ann@example.com' });
    const reach = await browser.get(`${path}/reach`);
    expect(reach).toMatchObject({ status: 200, body: { email: 'a•••@example.com', receiptSent: false } });
    const unreached = await start();
    expect((await unreached.browser.get(`${unreached.path}/reach`)).body).toEqual({ email: null, receiptSent: false });
    expect(refusal(await unreached.browser.get(`${path}/reach`))).toEqual([403, 'not_your_transfer']);
  });

  it('splits an X-address into address and tag, and treats empty fields as missing', async () => {
    const { transfer } = await start({ destinationAddress: taggedAddress, destinationTag: '', email: '' });
    expect(transfer).toMatchObject({ destinationAddress: expect.stringMatching(/^r\w+$/), destinationTag: '123456' });
    const empty = await start({ destinationAddress: '', destinationTag: '', sourceAmount: '', email: '' });
    expect(empty.transfer).toMatchObject({ destinationAddress: 'pending', destinationTag: null, sourceAmount: '0' });
  });

  it('names an invalid field, without repeating the value or setting a cookie', async () => {
    const answer = await system.browser().post('/api/transfers', { ...order, fromExchange: 'my-secret-words' });
    expect(refusal(answer)).toEqual([400, 'invalid_input']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors).toMatchObject([{ field: 'fromExchange' }]);
    expect(answer.text).not.toContain('my-secret-words');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('refuses a tag that conflicts with the X-address', async () => {
    const answer = await system
      .browser()
      .post('/api/transfers', { ...order, destinationAddress: taggedAddress, destinationTag: '7' });
    expect(refusal(answer)).toEqual([400, 'invalid_input']);
    expect(answer.body.errors[0]).toMatchObject({ field: 'destinationTag', code: 'tag_conflict' });
  });
});

describe('a transfer:', () => {
  it.each(['nonsense', unknownId, unknownId.toUpperCase(), 'a'.repeat(200), 'a'.repeat(2000), '..%2f..%2f', '0'])(
    'every call with the unknown id %s answers 404',
    async (id) => {
      const browser = system.browser();
      const calls = [
        browser.get(`/api/transfers/${id}`),
        browser.get(`/api/transfers/${id}/events`),
        browser.get(`/api/transfer-instructions/${id}`),
        browser.send('PATCH', `/api/transfers/${id}`, {}),
        browser.post(`/api/transfers/${id}/complete`),
        browser.post(`/api/transfers/${id}/confirm-arrival`),
        browser.send('DELETE', `/api/transfers/${id}/confirm-arrival`),
        browser.post(`/api/transfers/${id}/refund-request`),
        browser.get(`/api/transfers/${id}/receipt`),
        browser.get(`/api/transfers/${id}/reach`),
        browser.post(`/api/transfers/${id}/phone-link`),
        browser.post('/api/create-payment-intent', { transferId: id }),
        browser.post('/api/create-concierge-payment', { transferId: id }),
        browser.post('/api/save-contact', {
          transferId: id,
          email: 'ann@example.com',
          reason: 'stripe_pending_notification',
        }),
      ];
      for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual([404, 'transfer_not_found']);
    },
  );

  it('the owner’s cookie is valid on another instance', async () => {
    const { browser, path } = await start();
    const other = await startBff(system.urls, { database: system.database });
    try {
      const cookie = browser.cookiesFor(path);
      const changed = await createBrowser(other.url).send('PATCH', path, { sourceAmount: 8 }, { cookie });
      expect(changed).toMatchObject({ status: 200, body: { sourceAmount: '8' } });
    } finally {
      await other.stop();
    }
  });

  it('PATCH changes only the given fields, and clears a field with null or an empty string', async () => {
    const { browser, path } = await start({ destinationAddress: address, destinationTag: '5', sourceAmount: '30' });
    expect((await browser.send('PATCH', path, { sourceAmount: '31.5' })).body).toMatchObject({
      destinationAddress: address,
      destinationTag: '5',
      sourceAmount: '31.5',
    });
    expect((await browser.send('PATCH', path, { destinationTag: '', destinationAddress: null })).body).toMatchObject({
      destinationAddress: 'pending',
      destinationTag: null,
      sourceAmount: '31.5',
    });
  });

  it('the e-mail address is stored in notification only', async () => {
    const { browser, path } = await start();
    const answer = await browser.send('PATCH', path, { email: 'bob@example.com' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('bob@example.com');
    expect(await listContacts()).toContain('bob@example.com');
  });
});

describe('the receipt', () => {
  it('can be read only by the owner, and contains the payments but not the destination address', async () => {
    const { browser, path } = await startPaid({ destinationAddress: address });
    const answer = await browser.get(`${path}/receipt`);
    expect(answer.body).toMatchObject({
      reference: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
      payee: 'XRP BRIDGE',
      payments: [{ product: 'guide', amount: '4.00', currency: 'USD', refunded: '0.00', refundedAt: null }],
    });
    expect(answer.text).not.toContain(address);
    expect(refusal(await system.browser().get(`${path}/receipt`))).toEqual([403, 'not_your_transfer']);
  });
});

describe('contacts and statistics:', () => {
  it('POST /api/save-contact stores the e-mail address of a customer who wants to pay another way', async () => {
    const { browser, id } = await start();
    const contact = { transferId: id, email: 'eve@example.com', phone: '', reason: 'stripe_pending_notification' };
    expect((await browser.post('/api/save-contact', contact)).body).toEqual({ ok: true });
    const without = await browser.post('/api/save-contact', { ...contact, email: '' });
    expect(refusal(without)).toEqual([400, 'invalid_input']);
    expect(without.body.errors[0].field).toBe('email');
  });

  it('POST /api/log-transfer-steps counts visits to the address step without personal data', async () => {
    const browser = system.browser();
    const step = { walletAddress: address, destinationTag: '5', fromExchange: 'kraken', toWallet: 'ledger' };
    expect((await browser.post('/api/log-transfer-steps', step)).body).toEqual({ ok: true });
    expect((await browser.post('/api/log-transfer-steps', step)).body).toEqual({ ok: true });
    const rows = await system.bff.context.db.selectFrom('address_step').selectAll().execute();
    expect(rows).toMatchObject([{ from_exchange: 'kraken', to_wallet: 'ledger', times: 2 }]);
    expect(JSON.stringify(rows)).not.toContain(address);
    expect(refusal(await browser.post('/api/log-transfer-steps', { ...step, toWallet: 'x' }))).toEqual([
      400,
      'invalid_input',
    ]);
  });
});
