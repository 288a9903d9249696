import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, otherAddress } from '../../../test/replies.ts';
import type { Alert, Token, Trend } from './api.ts';

const path = '/concierge/dashboard';
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.own();
});

const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const part = (name: string) => page.getByRole('region', { name });

function token(more: Partial<Token> = {}): Token {
  return {
    symbol: 'XRP',
    name: 'XRP',
    price: '2.41',
    change24h: 0.4,
    volume24h: null,
    marketCap: null,
    mentions: 120,
    mentionChange: null,
    lastUpdate: new Date().toISOString(),
    description: 'A coin.',
    realWorldUsage: 'It is used.',
    describedOn: '2026-11-25',
    deviation: 0.2,
    deviationDay: '2026-11-19',
    dayChange: 0.5,
    level: 'Moderate',
    isAlert: false,
    source: 'Kraken',
    stale: false,
    ...more,
  };
}

function alert(more: Partial<Alert> = {}): Alert {
  return {
    symbol: 'XLM',
    name: 'Stellar',
    sigma: 2.6,
    level: 'High',
    price: '0.38',
    day: '2026-11-19',
    dayChange: 9.1,
    at: new Date().toISOString(),
    source: 'Kraken',
    stale: false,
    ...more,
  };
}

function trend(more: Partial<Trend> = {}): Trend {
  return {
    coin: 'XRP',
    name: 'XRP',
    days: Array.from({ length: 37 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 15 + index)).toISOString().slice(0, 10),
      close: 2 + (index % 3) / 10,
      mentions: index % 5,
      band: index < 14 ? null : { mean: 2.1, low: 1.9, high: 2.15 },
      outside: index === 20 ? 'above' : null,
    })),
    waves: [
      { from: '2026-10-20', to: '2026-10-23', direction: 'up', change: 12.34 },
      { from: '2026-11-01', to: '2026-11-03', direction: 'down', change: -5 },
    ],
    mentions: { recent: 3, usual: 3, spread: 1, sample: 111, z: 0 },
    priceChange: '+2.3%',
    scoredAt: '2026-11-20T12:07:00.000Z',
    ...more,
  };
}

const figures = { updatedAt: '2026-11-20T12:07:00.000Z', sources: [] };

describe('the dashboard', () => {
  test(`${spec('concierge.6')} is for whoever owns it: to anybody else it says so, and asks for no figure`, async () => {
    api = new FakeApi();
    await open(path, api);
    await expect.element(heading('This comes with the concierge.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Look at the concierge' }))
      .toHaveAttribute('href', '/concierge');
    expect(api.called('GET', '/api/concierge/dashboard')).toEqual([]);
    await expectAccessible();
  });

  test('has its views, gone through by keyboard, each with an address', async () => {
    const screen = await open(path, api);
    await page.getByRole('tab', { name: 'Market' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.path()).toBe(`${path}?tab=charts`);
    await expect
      .element(page.getByRole('link', { name: 'Encryption setup guide' }))
      .toHaveAttribute('href', '/concierge/encryption');
  });

  test(`${spec('concierge.7')} shows calm coins, unusual days and the day in short, each with what it is not`, async () => {
    api.marketDay = {
      ...api.marketDay,
      ...figures,
      stable: [
        token(),
        token({ symbol: 'ALGO', name: 'Algorand', price: '12987.50', change24h: -0.2, mentions: 1, stale: true }),
      ],
      alerts: [alert(), alert({ symbol: 'QNT', name: 'Quant', sigma: -1.4, level: 'Moderate', dayChange: -4.8 })],
      summary: { ...api.marketDay.summary, tokens: 4, sentences: ['We looked at 4 coins.', '2 of them rose.'] },
    };
    await open(path, api);
    await expect.element(part('Market summary').getByText('2 of them rose.')).toBeVisible();
    const alerts = part('Deviation alerts').getByRole('listitem');
    await expect
      .element(alerts.first())
      .toMatchTextContent('XLMStellarHigh2.6 sigmaup +9.1 %on 19 NovKraken, just now');
    await expect
      .element(alerts.nth(1))
      .toMatchTextContent('QNTQuantModerate-1.4 sigmadown -4.8 %on 19 NovKraken, just now');
    await expect.element(part('Stable tokens').getByText('$2.41').first()).toBeVisible();
    await expect.element(part('Stable tokens').getByText('$12,987.50')).toBeVisible();
    await expect.element(part('Stable tokens').getByText('Old', { exact: true }).first()).toBeVisible();
    await expect.element(part('Stable tokens').getByText('Mentions in 24 hours: 1', { exact: true })).toBeVisible();
    expect(page.getByText('Sample', { exact: true }).elements()).toEqual([]);
    expect(page.getByText('What this is not', { exact: true }).elements()).toHaveLength(3);
  });

  test('opens each coin on what it is, its use and its market figures, and says which are not known', async () => {
    const xlm = { symbol: 'XLM', name: 'Stellar', description: 'The coin of Stellar.' };
    api.market = [token({ ...xlm, marketCap: '12340000000', volume24h: '456700000', mentionChange: -12.5 })];
    api.marketDay = { ...api.marketDay, ...figures, stable: [token()], alerts: [alert()] };
    await open(path, api);
    await page.getByText('About XRP').click();
    const calm = part('Stable tokens');
    await expect.element(calm.getByText('It is used.')).toBeVisible();
    await expect.element(calm.getByText('We wrote this on 25 Nov 2026.')).toBeVisible();
    expect(calm.getByText('Not known', { exact: true }).elements()).toHaveLength(2);
    await expect.element(calm.getByText('Not known: too few to compare')).toBeVisible();
    await page.getByText('About Stellar').click();
    const unusual = part('Deviation alerts');
    await expect.element(unusual.getByText('The coin of Stellar.')).toBeVisible();
    await expect.element(unusual.getByText('$12.34 billion')).toBeVisible();
    await expect.element(unusual.getByText('$456.7 million')).toBeVisible();
    await expect.element(unusual.getByText('12.5 % fewer than the day before')).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('concierge.7')} shows samples, and says that they are, before the first figures`, async () => {
    await open(path, api);
    await expect.element(page.getByText('There are no figures yet')).toBeVisible();
    expect(page.getByText('Sample', { exact: true }).elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('says where no coin had such a day, and makes none up', async () => {
    api.marketDay = { ...api.marketDay, ...figures };
    await open(path, api);
    await expect.element(page.getByText('No coin had an unusual day.')).toBeVisible();
    await expect.element(page.getByText('No coin had a calm day.')).toBeVisible();
    expect(page.getByText('Sample', { exact: true }).elements()).toEqual([]);
  });

  test.each(['refunded', 'none'] as const)(
    `${spec('concierge.6')} is closed where the server says so meanwhile: %s`,
    async (state) => {
      await open(path, api);
      await expect.element(heading('Market summary')).toBeVisible();
      api.own({ state, refundableUntil: null });
      await page.getByRole('tab', { name: 'What has happened' }).click();
      const said = { refunded: 'We have paid the concierge back to you.', none: 'This comes with the concierge.' };
      await expect.element(heading(said[state])).toBeVisible();
      expect(page.getByText(/What you own is kept|not touched by it/).elements()).toEqual([]);
      await expectAccessible();
    },
  );

  test('says when the figures could not be read, and reads them on demand', async () => {
    const down = refusal('GET /api/concierge/dashboard', 'service_unavailable', { once: true });
    await open(path, api, down);
    await expect.element(heading('Unable to load market data')).toBeVisible();
    await expect.element(page.getByText(/This part is not available right now/)).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.element(heading('Market summary')).toBeVisible();
  });

  test('keeps the place of the figures while they are loaded', async () => {
    await open(path, api, noReply('GET /api/concierge/dashboard'));
    await expect.element(page.getByText('Loading the figures…')).toBeInTheDocument();
    expect(page.getByText('Sample', { exact: true }).elements()).toEqual([]);
  });
});

describe('the charts', () => {
  const charts = `${path}?tab=charts`;

  test(`${spec('concierge.8')} draw price, band and reports, and the waves, and say the same in words`, async () => {
    api.trends = [trend(), trend({ coin: 'XLM', name: 'Stellar', waves: [], days: [] })];
    await open(charts, api);
    await expect.poll(() => document.querySelectorAll('figure canvas').length).toBe(2);
    await expect.element(page.getByText(/was outside of its band on 1 day\.$/)).toBeVisible();
    const waves = page.getByRole('list', { name: 'Waves of XRP' }).getByRole('listitem');
    await expect.element(waves.first()).toHaveTextContent('20 Oct to 23 Octup +12.3 %');
    await expect.element(waves.nth(1)).toHaveTextContent('1 Nov to 3 Novdown -5.0 %');
    await page.getByText('The same as a table').click();
    await expect.element(page.getByRole('row', { name: '4 Nov $2.2, above $1.9 to $2.15 0' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: '15 Oct $2 0' })).toBeVisible();
    expect(page.getByText('What this is not', { exact: true }).elements()).toHaveLength(2);
    await expectAccessible();
  });

  test('are of the coin that is chosen', async () => {
    const days = trend().days.map((day) => ({ ...day, outside: null }));
    api.trends = [trend({ coin: 'ALGO', name: 'Algorand' }), trend({ coin: 'XLM', name: 'Stellar', waves: [], days })];
    await open(charts, api);
    await expect.element(page.getByRole('list', { name: 'Waves of ALGO' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Which coin' }).selectOptions('XLM');
    await expect.element(page.getByText('There was no wave in the last 37 days.')).toBeVisible();
    await expect.element(page.getByText(/the price of XLM was always within its band/)).toBeVisible();
  });

  test('say when there are none yet', async () => {
    await open(charts, api);
    await expect.element(heading('There are no charts yet')).toBeVisible();
    await expectAccessible();
  });
});

describe('what has happened', () => {
  const analysis = `${path}?tab=analysis`;

  test(`${spec('concierge.10')} is told with its date, and with where each part was read`, async () => {
    const sources = [
      {
        title: 'A bank settled its bills',
        url: 'https://news.example.com/1',
        site: 'news.example.com',
        at: '2026-11-19T08:00:00.000Z',
      },
    ];
    api.analysis = {
      ...figures,
      date: '2026-11-20',
      paragraphs: [
        { title: 'What was done', text: 'A bank settled its bills with XRP.', sources },
        { title: 'What prices did', text: 'XRP rose by 2 %.', sources: [] },
      ],
    };
    await open(analysis, api);
    await expect.element(page.getByText('As of 20 Nov, from what we had read by then.')).toBeVisible();
    await expect.element(heading('What prices did')).toBeVisible();
    await page.getByText('Where it was read', { exact: true }).click();
    await expect.element(page.getByRole('link', { name: /^A bank settled its bills/ })).toBeVisible();
    await expect.element(page.getByText(/It is no advice/)).toBeVisible();
    await expectAccessible();
  });

  test('says when there is nothing to tell', async () => {
    await open(analysis, api);
    await expect.element(heading('There is nothing to tell yet')).toBeVisible();
    await expectAccessible();
  });
});

describe('the portfolio', () => {
  const portfolio = `${path}?tab=portfolio`;
  const name = () => page.getByRole('textbox', { name: 'What do you call it?' });
  const field = () => page.getByRole('textbox', { name: 'Your own XRP address' });
  const csv = (text: string) => new File([text], 'balances.csv', { type: 'text/csv' });

  async function addWallet(called: string, at: string) {
    await button('Add a wallet').click();
    await name().fill(called);
    await field().fill(at);
    await button('Add this wallet').click();
    await expect.element(heading(called)).toBeVisible();
  }

  async function addFile(called: string, text: string) {
    await button('Add an exchange').click();
    await name().fill(called);
    await page.getByLabelText('The CSV file').upload(csv(text));
    await button('Read this file').click();
  }

  beforeEach(() => {
    api.market = [token({ price: '2.5' })];
  });

  test('begins with what it is, and that it is kept in this browser only', async () => {
    await open(portfolio, api);
    await expect.element(heading('See all you hold in one place')).toBeVisible();
    await expect.element(page.getByText(/kept in this browser only/)).toBeVisible();
    await expect.element(page.getByText('What this is not', { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test(`${spec('concierge.11')} has wallets side by side under names of one’s own, and one address at a time`, async () => {
    api.balances = { [address]: '120.5', [otherAddress]: '10' };
    await open(portfolio, api);
    await button('Add a wallet').click();
    await expectAccessible();
    await button('Not now').click();
    await addWallet('My phone', address);
    await addWallet('My safe', otherAddress);
    await expect.element(page.getByText('120.5 XRP')).toBeVisible();
    await expect.element(page.getByText('1.2 XRP of it stays in the wallet as its reserve.').first()).toBeVisible();
    // 130.5 XRP at $2.50.
    await expect.element(part('All together').getByText('About $326.25').first()).toBeVisible();
    const shown = () => [address, otherAddress].filter((one) => document.body.textContent?.includes(one));
    expect(shown()).toEqual([]);
    await button('Show the address of My phone').click();
    expect(shown()).toEqual([address]);
    await button('Show the address of My safe').click();
    expect(shown()).toEqual([otherAddress]);
    await expectAccessible();
    await button('Add a wallet').click();
    expect(shown()).toEqual([]);
    expect(api.called('POST', '/api/concierge/portfolio').map(({ body }) => body)).toEqual([
      { address },
      { address: otherAddress },
    ]);
  });

  test('puts the total right above the worths of its rows', async () => {
    api.balances = { [address]: '100' };
    await open(portfolio, api);
    await addWallet('My phone', address);
    const worths = part('All together').getByText('About $250.00');
    await expect.element(worths.nth(1)).toBeVisible();
    const [total, row] = worths.elements().map((worth) => worth.getBoundingClientRect().right);
    expect(total).toBeCloseTo(row as number, 0);
  });

  test('is there again after a reload, and lets go of what is taken away', async () => {
    api.balances = { [address]: '120.5' };
    const screen = await open(portfolio, api);
    await addWallet('My phone', address);
    await screen.unmount();
    await open(portfolio, api);
    await expect.element(heading('My phone')).toBeVisible();
    await button('Take away My phone').click();
    await expect.element(heading('See all you hold in one place')).toBeVisible();
    await expect.element(page.getByText('“My phone” was taken away.')).toBeVisible();
    expect(JSON.stringify({ ...localStorage })).not.toContain(address);
  });

  test('says what is wrong with a wallet above the form, and asks for nothing twice', async () => {
    await open(portfolio, api);
    await button('Add a wallet').click();
    await button('Add this wallet').click();
    await expect.element(page.getByRole('link', { name: 'Give it a name.' })).toBeVisible();
    await expectSummaryAbove(name());
    await expectAccessible();
    await name().fill('My phone');
    await field().fill(address);
    await button('Add this wallet').click();
    await button('Add a wallet').click();
    await name().fill('Again');
    await field().fill(address);
    await button('Add this wallet').click();
    await expect.element(page.getByRole('link', { name: /You have this address already/ })).toBeVisible();
  });

  test.each(['What do you call it?', 'Your own XRP address'])(
    'a secret that is pasted as “%s” is taken out, never sent and never kept',
    async (label) => {
      await open(portfolio, api);
      await button('Add a wallet').click();
      const box = page.getByRole('textbox', { name: label });
      await box.fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
      await expect.element(page.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
      await expect.element(box).toHaveValue('');
      await button('Add this wallet').click();
      expect(JSON.stringify([api.calls, { ...localStorage }, { ...sessionStorage }])).not.toContain('sEdTM1');
    },
  );

  test('says of a wallet that it is empty, and of the ledger that it cannot be read', async () => {
    const screen = await open(portfolio, api);
    await addWallet('My phone', address);
    await expect.element(page.getByText('No XRP has arrived there yet.')).toBeVisible();
    await screen.unmount();
    const down = networkError('POST /api/concierge/portfolio', { once: true });
    await open(portfolio, api, down);
    await expect.element(page.getByText(/We could not ask the XRP Ledger just now/)).toBeVisible();
    await expect.element(page.getByText(/is not counted yet/)).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.element(page.getByText('No XRP has arrived there yet.')).toBeVisible();
  });

  test('asks about a wallet once in five minutes, however often it is looked at', async () => {
    api.balances = { [address]: '120.5' };
    await open(portfolio, api);
    await addWallet('My phone', address);
    await expect.element(page.getByText('120.5 XRP')).toBeVisible();
    await page.getByRole('tab', { name: 'Market' }).click();
    await expect.element(heading('Market summary')).toBeVisible();
    await page.getByRole('tab', { name: 'Portfolio' }).click();
    await expect.element(page.getByText('120.5 XRP')).toBeVisible();
    expect(api.called('POST', '/api/concierge/portfolio')).toHaveLength(1);
  });

  test('that was looked at too often says so in the server’s words', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    const limited = refusal('POST /api/concierge/portfolio', 'rate_limited', { detail });
    await open(portfolio, api, limited);
    await addWallet('My phone', address);
    await expect.element(page.getByText(new RegExp(`^${detail}`))).toBeVisible();
    expect(page.getByText(/We could not ask the XRP Ledger/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('concierge.12')} reads an exchange’s file in the browser, and sends nothing of it`, async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\nABC,5\nnothing,\n');
    await expect.element(heading('Kraken')).toBeVisible();
    await expect.element(page.getByText('“Kraken” was read. We left out what we could not read: 1 row.')).toBeVisible();
    await expect.element(part('All together').getByText('About $250.00').first()).toBeVisible();
    await expect.element(page.getByText('Not counted in dollars, for we know no price: ABC.')).toBeVisible();
    await expectAccessible();
    const sent = api.calls.filter(({ method }) => method !== 'GET');
    expect(JSON.stringify(sent)).not.toMatch(/ABC|Kraken/);

    await button('Read a newer file of Kraken').click();
    await expect.element(name()).toHaveValue('Kraken');
    await page.getByLabelText('The CSV file').upload(csv('asset,balance\nXRP,40\n'));
    await button('Read this file').click();
    await expect.element(part('All together').getByText('About $100.00').first()).toBeVisible();
  });

  test('reads no file under a name that is taken: what is there stays, and so does what was entered', async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await expect.element(heading('Kraken')).toBeVisible();
    await addFile('Kraken', 'asset,balance\nXRP,40\n');
    await expect
      .element(page.getByRole('link', { name: /^You have “Kraken” already\. Choose another name/ }))
      .toBeVisible();
    await expectSummaryAbove(name());
    expect(page.getByText('“Kraken” was read.').elements()).toEqual([]);
    await expect.element(part('All together').getByText('About $250.00').first()).toBeVisible();
    await name().fill('Kraken of my wife');
    await button('Read this file').click();
    await expect.element(page.getByText('“Kraken of my wife” was read.')).toBeVisible();
    await expect.element(part('All together').getByText('About $350.00').first()).toBeVisible();
  });

  test('that is full says what to do, and takes more once there is room', async () => {
    const account = { kind: 'exchange', holdings: [{ coin: 'XRP', amount: '1' }], readAt: '2026-11-20T12:00:00.000Z' };
    const places = Array.from({ length: 20 }, (_, index) => ({ ...account, id: index + 1, name: `No. ${index + 1}` }));
    localStorage.setItem('xrp-bridge:portfolio', JSON.stringify(places));
    await open(portfolio, api);
    await expect.element(page.getByText('There is room for 20. Take one away first.')).toBeVisible();
    expect(page.getByRole('button', { name: /^Add/ }).elements()).toEqual([]);
    await button('Take away No. 20').click();
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await expect.element(page.getByText('“Kraken” was read.')).toBeVisible();
  });

  test('keeps what is being entered while a place is taken away', async () => {
    await open(portfolio, api);
    await addFile('Kraken', 'asset,balance\nXRP,100\n');
    await button('Add a wallet').click();
    await name().fill('My phone');
    await button('Take away Kraken').click();
    await expect.element(page.getByText('“Kraken” was taken away.')).toBeVisible();
    await expect.element(name()).toHaveValue('My phone');
  });

  test.each([
    ['no CSV', '\u0000\u0001\u0002', /This is not a CSV file/],
    ['orders', 'time,asset,amount\n2026-11-20,XRP,5', /This file lists what came and went/],
    ['something else', 'name,age\nAnn,70', /We found no coins with their balances in it/],
  ])('says above the form that a file is %s', async (_, text, reason) => {
    await open(portfolio, api);
    await addFile('Kraken', text);
    await expect.element(page.getByRole('link', { name: reason })).toBeVisible();
    await expectSummaryAbove(name());
    await expectAccessible();
  });

  test('without a file asks for one', async () => {
    await open(portfolio, api);
    await button('Add an exchange').click();
    await button('Read this file').click();
    await expect.element(page.getByRole('link', { name: 'Choose the file.' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Give it a name.' })).toBeVisible();
  });

  test('of broken leftovers is an empty one', async () => {
    localStorage.setItem('xrp-bridge:portfolio', '[{"kind":"wallet","id":1,"name":"Mine","address":"<b>"}]');
    await open(portfolio, api);
    await expect.element(heading('See all you hold in one place')).toBeVisible();
  });
});
