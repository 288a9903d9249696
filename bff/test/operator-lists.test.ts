import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { describe, expect, it } from 'vitest';
import { type Browser, refusal } from './browser.ts';
import { eventually, useSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' } as const;

const system = useSystem();

const newTransfer = async (over?: object) => system.startTransfer({ ...order, ...over });

/** Number of published events of an unknown version. Two services store a dead letter of each event. */
let unknownVersions = 0;
async function publishUnknownVersion(subject: string): Promise<void> {
  await system.payment.publish(PaymentSucceeded, subject, {} as never, { dataversion: 99 });
  unknownVersions += 1;
}

/**
 * Searches a list.
 * The text of a search for contacts or transfers may be an address, so the text is in the body and not in the URL.
 */
const find = (operator: Browser, path: string, search: string) =>
  path === 'contacts' || path === 'transfers'
    ? operator.post(`/api/admin/${path}/search`, { search })
    : operator.get(`/api/admin/${path}?search=${encodeURIComponent(search)}`);

describe('the operator lists:', () => {
  const lists = [
    ['transfers', 'transfers', 'createdAt'],
    ['payments', 'payments', 'createdAt'],
    ['webhook-events', 'events', 'receivedAt'],
    ['tasks', 'tasks', 'since'],
    ['contacts', 'contacts', 'createdAt'],
    ['events', 'deadLetters', 'parkedAt'],
    ['audit', 'entries', 'at'],
  ] as const;

  it.each([
    ['transfers', 'id'],
    ['payments', 'transferId'],
    ['tasks', 'orderId'],
    ['contacts', 'transferId'],
  ])('%s are found by the reference of the transfer', async (noun, name) => {
    const [{ browser: owner, id: transferId }] = await Promise.all([
      newTransfer({ email: 'quote@example.com' }),
      newTransfer(),
    ]);
    await owner.post('/api/create-payment-intent', { transferId });
    await owner.post('/api/save-contact', {
      transferId,
      email: 'quote@example.com',
      reason: 'stripe_pending_notification',
    });
    const operator = await system.signIn();
    const reference = referenceOf(transferId);
    for (const search of [reference, reference.toLowerCase(), reference.replace('-', '')]) {
      const found = (await find(operator, noun, search)).body[noun];
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((row: Record<string, string>) => row[name]))).toEqual(new Set([transferId]));
    }
  });

  it('transfers are found by display names of exchanges and wallets', async () => {
    const [{ id: transferId }] = await Promise.all([
      newTransfer({ fromExchange: 'cryptocom', toWallet: 'xumm' }),
      newTransfer({ fromExchange: 'kraken', toWallet: 'trust' }),
    ]);
    const operator = await system.signIn();
    await operator.post(`/api/admin/bypass-payment/${transferId}`, {});
    for (const search of ['Crypto.com', 'xaman', 'XAM']) {
      const { transfers } = (await operator.post('/api/admin/transfers/search', { limit: 200, search })).body;
      expect(transfers.map(({ id }: { id: string }) => id)).toContain(transferId);
      const pairs = transfers.map((one: Record<string, string>) => `${one.fromExchange} ${one.toWallet}`);
      expect(pairs.filter((pair: string) => !/cryptocom|xumm/.test(pair))).toEqual([]);
    }
  });

  it.each(lists)('%s can be read page by page, sorted in both directions, and searched', async (path, noun, time) => {
    const sort = time === 'receivedAt' ? 'at' : time;
    const operator = await system.signIn();
    if (path === 'webhook-events') await system.sendWebhooks();
    await system.control('PUT', 'stripe/webhooks', { held: true });
    for (let time = 0; time < 2; time++) {
      const { browser: owner, id: transferId } = await newTransfer({ email: 'list@example.com' });
      await system.pay(owner, transferId);
      const message = { transferId, email: 'list@example.com', reason: 'stripe_pending_notification' };
      await owner.post('/api/save-contact', message);
      await publishUnknownVersion(transferId);
    }
    // Delivers all webhooks now, because a later event would appear between the listed rows.
    await system.control('PUT', 'stripe/webhooks', { held: false });
    const read = async (query: string) => {
      const answer = await operator.get(`/api/admin/${path}?${query}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const all = await eventually(async () => {
      const rows = (await read(`limit=200&sort=-${sort}`))[noun];
      if (path === 'events') expect(rows).toHaveLength(2 * unknownVersions);
      expect(rows.length).toBeGreaterThan(1);
      return rows;
    });
    const times = all.map((row: Record<string, string>) => row[time]);
    expect(times).toEqual([...times].sort().reverse());

    const begin = all.at(-1).id;
    const rows: { id: string }[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 50; pages++) {
      const page: Record<string, { id: string }[]> & { nextCursor: string | null } = await read(
        `limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      );
      rows.push(...(page[noun] ?? []));
      cursor = page.nextCursor;
    }
    expect(rows[0]?.id).toBe(begin);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.map(({ id }) => id).slice(0, all.length)).toEqual(all.map(({ id }: { id: string }) => id).reverse());

    expect((await find(operator, path, 'no such thing anywhere')).body[noun]).toEqual([]);
    expect(refusal(await find(operator, path, '\0'))).toEqual([400, 'invalid_input']);
    for (const query of ['cursor=made-up', 'sort=colour', 'limit=201']) {
      expect(refusal(await operator.get(`/api/admin/${path}?${query}`))).toEqual([400, 'invalid_input']);
    }
  });
});

describe('the audit trail', () => {
  it('has no entry for a search for contacts, because a search changes nothing', async () => {
    const operator = await system.signIn('Searcher');
    expect((await find(operator, 'contacts', 'ann@example.com')).status).toBe(200);
    const { entries } = (await operator.get('/api/admin/audit?limit=200')).body;
    const searches = entries.filter(({ action }: { action: string }) => action.endsWith('/search'));
    expect(searches).toEqual([]);
  });

  async function latest(count: number) {
    const { entries } = (await (await system.signIn('Auditor')).get(`/api/admin/audit?limit=${count + 1}`)).body;
    return entries.slice(1);
  }

  it('contains the operator, action, time, IP address and reason of each change', async () => {
    const { id: transferId } = await newTransfer();
    const operator = await system.signIn('Petra');
    await operator.post(`/api/admin/bypass-payment/${transferId}`, { reason: 'paid by Zelle' });
    const [entry] = await latest(1);
    expect(entry).toMatchObject({
      operator: 'Petra',
      ip: '127.0.0.1',
      what: 'Bypass payment',
      action: 'POST /api/admin/bypass-payment/:transferId',
      subject: transferId,
      reason: 'paid by Zelle',
      outcome: 'done',
    });
    expect(Math.abs(Date.parse(entry.at) - Date.now())).toBeLessThan(60_000);
  });

  it('describes each action in words, and can be searched by these words', async () => {
    const operator = await system.signIn('Petra');
    const path = '/api/maintenance-status';
    await operator.send('PUT', path, { maintenanceMode: true, reason: 'a try of words' });
    await operator.send('PUT', path, { maintenanceMode: false });
    expect((await latest(2)).map(({ what }: { what: string }) => what)).toEqual([
      'Turn maintenance off',
      'Turn maintenance on',
    ]);
    const { entries } = (await operator.get('/api/admin/audit?search=maintenance on')).body;
    expect(entries[0]).toMatchObject({ reason: 'a try of words' });
    expect(new Set(entries.map(({ what }: { what: string }) => what))).toEqual(new Set(['Turn maintenance on']));
  });

  it('includes failed calls', async () => {
    const { id: transferId } = await newTransfer();
    const operator = await system.signIn('Petra');
    await operator.post(`/api/admin/refunds/${transferId}`);
    await operator.send('PUT', '/api/maintenance-status', { maintenanceMode: 'maybe' });
    expect((await latest(2)).map((entry: { outcome: string }) => entry.outcome)).toEqual([
      'invalid_input',
      'not_refundable',
    ]);
  });

  it('contains sign-ins, failed sign-ins and sign-outs', async () => {
    await system.browser().post('/api/operator/session', { password: 'wrong', name: 'Mallory' });
    await (await system.signIn('Petra')).send('DELETE', '/api/operator/session');
    expect(await latest(3)).toMatchObject([
      { operator: 'Petra', what: 'Sign out', outcome: 'done' },
      { operator: 'Petra', what: 'Sign in', outcome: 'done' },
      { operator: 'Mallory', what: 'Sign in', outcome: 'wrong_password' },
    ]);
  });
});
