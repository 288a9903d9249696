import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchangeIds, exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import { refusal } from './browser.ts';
import { useBff } from './harness.ts';

const { browser } = useBff();

describe('GET /api/wallet-guides/{wallet}', () => {
  it.each(wallets)('returns five steps for $name', async ({ id, name }) => {
    const { status, body } = await browser.get(`/api/wallet-guides/${id}`);
    expect(status).toBe(200);
    expect(body.guide).toMatchObject({ id, name, destinationTagInfo: expect.stringMatching(/blank|won’t help/) });
    expect(body.guide.steps).toHaveLength(5);
  });

  it('returns two steps for MetaMask, which cannot hold XRP', async () => {
    const { guide } = (await browser.get('/api/wallet-guides/metamask')).body;
    expect(guide.steps.map(({ title }: { title: string }) => title)).toEqual([
      'Stop: don’t send XRP to a 0x address',
      'Choose a wallet made for XRP',
    ]);
  });

  it.each(['paper', 'TRUST', 'constructor', '%00', 'x'.repeat(300)])(
    'answers 404 for the unknown id %s',
    async (wallet) => {
      const answer = await browser.get(`/api/wallet-guides/${wallet}`);
      expect(refusal(answer)).toEqual([404, 'wallet_guide_not_found']);
      expect(answer.body.detail).toBe('Guide not available for this wallet');
    },
  );
});

describe('GET /api/exchange-guides/{exchange}', () => {
  it.each(exchangeIds)('returns three steps to the withdrawal form of %s', async (id) => {
    const { status, body } = await browser.get(`/api/exchange-guides/${id}`);
    expect(status).toBe(200);
    const name = exchanges.find((exchange) => exchange.id === id)?.name;
    const site = exchangeSites[id];
    expect(body.guide).toMatchObject({ id, name, ...(site ? { loginUrl: site.loginUrl } : {}) });
    expect(typeof body.guide.transferUrl).toBe(id === 'other' ? 'undefined' : 'string');
    expect(body.guide.steps).toHaveLength(3);
  });

  it.each(['mtgox', 'x'.repeat(300)])('answers 404 for the unknown id %s', async (exchange) => {
    expect(refusal(await browser.get(`/api/exchange-guides/${exchange}`))).toEqual([404, 'exchange_guide_not_found']);
  });
});
