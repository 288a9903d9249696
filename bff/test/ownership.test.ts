import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { listen } from './event-stream.ts';
import { eventually, useSystem } from './harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const otherAddress = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const own = { destinationAddress: address, destinationTag: '47114711', sourceAmount: '250.5' };
const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
const hidden = {
  mine: false,
  destinationAddress: 'hidden',
  destinationTag: null,
  sourceAmount: '0',
  arrivals: [],
  arrivalClaimedAt: null,
  addressChangedAt: null,
  refundRequestedAt: null,
};

const system = useSystem();
beforeAll(async () => {
  await system.sendWebhooks();
});

async function start(browser = system.browser(), over: object = own) {
  const { id } = (await browser.post('/api/transfers', { ...order, ...over })).body;
  return { browser, id: id as string, path: `/api/transfers/${id}` };
}

async function startPaid() {
  const started = await start();
  const { body } = await started.browser.post('/api/create-payment-intent', { transferId: started.id });
  await system.confirm(body.clientSecret);
  await eventually(async () => expect((await started.browser.get(started.path)).body.status).toBe('instructions_sent'));
  return started;
}

/** Returns the `Cookie` header of the legacy format, which had one cookie per transfer. */
async function legacyCookie(id: string, signed = id): Promise<string> {
  const { db } = system.bff.context;
  const { value } = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', 'owner-cookie')
    .executeTakeFirstOrThrow();
  return `owner_${id}=${createHmac('sha256', value).update(signed).digest('base64url')}`;
}

const isMine = async (browser: Browser, path: string, headers = {}) => (await browser.get(path, headers)).body.mine;

describe('a visitor who is not the owner', () => {
  it('sees the status of a transfer, but neither address nor amount', async () => {
    const { browser, id, path } = await startPaid();
    // An arrival and a change of the address are recorded on the transfer, so the answers could leak the address.
    const payment = { destination: address, tag: 47_114_711, drops: '2000000' };
    const { hash } = (await system.control('POST', 'xrpl/payments', payment)) as { hash: string };
    await eventually(async () => expect((await browser.get(path)).body.arrivals).toHaveLength(1));
    await browser.send('PATCH', path, { destinationAddress: otherAddress });
    const mine = (await browser.get(path)).body;
    expect(mine).toMatchObject({ mine: true, destinationAddress: otherAddress, addressChangedAt: expect.any(String) });

    const stranger = system.browser();
    const stream = await listen(`${system.url}${path}/events`);
    await eventually(() => expect(stream.states()).toHaveLength(1));
    stream.leave();
    const read = await stranger.get(path);
    const answers = [read, await stranger.post(`${path}/complete`)].map(({ body }) => body);
    // `checkedAt` may differ, because the ledger was read again between the two calls.
    const watch = { ...mine.watch, checkedAt: expect.toBeOneOf([null, expect.any(String)]) };
    for (const seen of [...answers, stream.states()[0]]) expect(seen).toEqual({ ...mine, watch, ...hidden });
    expect(read.headers.get('cache-control')).toBe('no-store');

    const instructions = await stranger.get(`/api/transfer-instructions/${id}`);
    expect(instructions.status).toBe(200);
    const ours = await browser.get(`/api/transfer-instructions/${id}`);
    expect(ours.text).toContain(otherAddress);
    // The page compares `version` and `mine` to detect whether two parallel answers belong together.
    const { version } = mine;
    expect([ours.body, instructions.body]).toMatchObject([
      { version, mine: true },
      { version, mine: false },
    ]);
    const secrets = [address, otherAddress, '47114711', '250.5', hash, 'was changed on'];
    for (const text of [read.text, instructions.text, JSON.stringify(answers)]) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    expect(stranger.setCookies).toEqual([]);
  });

  it('cannot infer secrets from the length of answers to the owner, because these answers are not compressed', async () => {
    const { browser, id, path } = await startPaid();
    for (const url of [path, `/api/transfer-instructions/${id}`, `${path}/receipt`]) {
      const { status, headers } = await browser.get(url, { 'accept-encoding': 'br, gzip' });
      expect([url, status, headers.get('content-encoding')]).toEqual([url, 200, null]);
    }
  });

  it('cannot see whether an unpaid transfer has an address', async () => {
    const [one, other] = [await start(), await start(system.browser(), {})];
    const stranger = system.browser();
    const views = await Promise.all([one, other].map(async ({ path }) => (await stranger.get(path)).body));
    for (const view of views) expect(view).toMatchObject(hidden);
    expect(refusal(await stranger.get(`/api/transfer-instructions/${one.id}`))).toEqual([402, 'payment_required']);
  });

  it('cannot find out a transfer’s address through transaction checks', async () => {
    const { browser, id } = await startPaid();
    const checkPayment = async (who: Browser, destination: string) => {
      const payment = { destination, drops: '1000000' };
      const { hash } = (await system.control('POST', 'xrpl/payments', payment)) as { hash: string };
      return eventually(async () => {
        const { body } = await who.get(`/api/transaction-check?hash=${hash}&transferId=${id}`);
        expect(body.outcome).not.toMatch(/pending|not_found|unknown/);
        return { outcome: body.outcome, title: body.title, destination: body.destination };
      });
    };
    // The calls run in parallel, because each waits for a ledger to close.
    const [owners, right, wrong] = await Promise.all([
      checkPayment(browser, otherAddress),
      checkPayment(system.browser(), address),
      checkPayment(system.browser(), otherAddress),
    ]);
    expect(owners).toMatchObject({ outcome: 'other_recipient', destination: null });
    expect(right).toEqual({ ...wrong, destination: address });
    expect(wrong).toMatchObject({ outcome: 'delivered', destination: otherAddress });
  });

  it('cannot change a transfer, pay for it or save a contact', async () => {
    const { id, path } = await start();
    const { path: paid } = await startPaid();
    const stranger = (await start()).browser;
    const contact = { transferId: id, email: 'eve@example.com', reason: 'stripe_pending_notification' };
    for (const [method, call, body] of [
      ['PATCH', path, { destinationAddress: otherAddress }],
      ['POST', `${path}/confirm-arrival`],
      ['DELETE', `${path}/confirm-arrival`],
      ['POST', `${paid}/refund-request`],
      ['POST', '/api/create-payment-intent', { transferId: id }],
      ['POST', '/api/create-concierge-payment', { transferId: id }],
      ['POST', '/api/save-contact', contact],
    ] as const) {
      expect(refusal(await stranger.send(method, call, body))).toEqual([403, 'not_your_transfer']);
    }
  });

  it('gets already_paid or transfer_closed instead of not_your_transfer when both apply', async () => {
    const { browser, id, path } = await startPaid();
    const stranger = system.browser();
    const pay = () => stranger.post('/api/create-payment-intent', { transferId: id });
    expect(refusal(await pay())).toEqual([409, 'already_paid']);
    expect(refusal(await stranger.send('PATCH', path, { sourceAmount: 1 }))).toEqual([403, 'not_your_transfer']);
    await system.complete(browser, id);
    expect(refusal(await stranger.send('PATCH', path, { sourceAmount: 1 }))).toEqual([409, 'transfer_closed']);
  });

  it('gets already_owned or not_refundable instead of not_your_transfer when both apply', async () => {
    const { browser, id, path } = await startPaid();
    const stranger = system.browser();
    const upgrade = (who: Browser) => who.post('/api/create-concierge-payment', { transferId: id });
    expect(refusal(await upgrade(stranger))).toEqual([403, 'not_your_transfer']);
    await system.confirm((await upgrade(browser)).body.clientSecret);
    await eventually(async () => expect((await browser.get(path)).body.access.concierge).toBe('owned'));
    expect(refusal(await upgrade(stranger))).toEqual([409, 'already_owned']);
    expect(refusal(await stranger.post(`${path}/refund-request`))).toEqual([403, 'not_your_transfer']);
    const unpaid = await start();
    expect(refusal(await stranger.post(`${unpaid.path}/refund-request`))).toEqual([409, 'not_refundable']);
  });
});

describe('the owner’s cookie', () => {
  it('is refused if it belongs to another transfer, is signed with another key or was changed', async () => {
    const { browser, id, path } = await start();
    const { browser: other, id: otherId } = await start();
    const [packed = '', signature = ''] = browser.cookie('owner').split('.');
    const othersPacked = Buffer.from(otherId, 'hex').toString('base64url');
    const both = Buffer.from(otherId + id, 'hex').toString('base64url');
    for (const cookie of [
      other.cookiesFor(path),
      'owner=',
      `owner=${packed}`,
      `owner=${packed}.`,
      `owner=${packed}.${'A'.repeat(43)}`,
      `owner=${both}.${signature}`,
      `owner=${packed}.${createHmac('sha256', 'a guess').update(`owner:${packed}`).digest('base64url')}`,
      `owner=${othersPacked}.${signature}`,
      // The signature of a legacy cookie covers only the id, so it is not valid in the new cookie.
      `owner=${id}.${(await legacyCookie(id)).split('=')[1]}`,
    ]) {
      expect(await isMine(system.browser(), path, { cookie }), cookie).toBe(cookie === `owner=${packed}.${signature}`);
    }
    expect(await isMine(browser, path)).toBe(true);
  });

  it('takes over the transfer of a legacy cookie at the first call with the legacy cookie', async () => {
    const { path, id } = await start();
    const { browser, path: otherPath } = await start();
    expect(await isMine(browser, path)).toBe(false);
    expect(await isMine(browser, path, { cookie: `${browser.cookiesFor(path)}; ${await legacyCookie(id)}` })).toBe(
      true,
    );
    // Later calls need no legacy cookie for either transfer.
    expect(await isMine(browser, path)).toBe(true);
    expect(await isMine(browser, otherPath)).toBe(true);
    expect((await browser.post('/api/create-payment-intent', { transferId: id })).status).toBe(200);

    const { path: third, id: thirdId } = await start();
    for (const cookie of [await legacyCookie(thirdId, id), `owner_${thirdId}=`, `owner_${thirdId}=${'A'.repeat(43)}`]) {
      expect(await isMine(system.browser(), third, { cookie })).toBe(false);
    }
  });

  it('is not needed for a call with a legacy cookie, even if only the owner may call', async () => {
    const { path, id } = await start();
    const browser = system.browser();
    const changed = await browser.send('PATCH', path, { sourceAmount: 7 }, { cookie: await legacyCookie(id) });
    expect(changed).toMatchObject({ status: 200, body: { mine: true, sourceAmount: '7' } });
    expect(await isMine(browser, path)).toBe(true);
  });

  it('gives access to both of two transfers that were started at the same time', async () => {
    const browser = system.browser();
    const started = await Promise.all([start(browser), start(browser)]);
    for (const { path } of started) expect(await isMine(browser, path)).toBe(true);
    for (const { id } of started) {
      expect((await browser.post('/api/create-payment-intent', { transferId: id })).status).toBe(200);
    }
  });

  it('contains only the latest twenty transfers', async () => {
    const browser = system.browser();
    const first = await start(browser);
    const second = await start(browser);
    for (let count = 2; count < 20; count++) await start(browser, {});
    expect(await isMine(browser, first.path)).toBe(true);
    const latest = await start(browser);
    // This request has only the shared cookie, and none of the temporary cookies of single transfers.
    const cookie = `owner=${browser.cookie('owner')}`;
    const held = ({ path }: typeof latest) => isMine(system.browser(), path, { cookie });
    expect(await held(first)).toBe(false);
    expect(await held(second)).toBe(true);
    expect(await held(latest)).toBe(true);
    expect(cookie.length).toBeLessThan(600);
  });
});
