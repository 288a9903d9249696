import { QueryClientProvider } from '@tanstack/react-query';
import { type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { spec } from '@xrp-bridge/contracts/testing';
import { findExchangeGuide } from '@xrp-bridge/guidance/open-guides';
import type { RequestHandler } from 'msw';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FakeApi } from '../../../test/fake-api.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';
import { createQueryClient } from '../../lib/api/client.ts';
import { floating } from '../../lib/floating.ts';
import { startOver } from '../../lib/start-over.ts';
import { storageName } from '../../lib/storage.ts';
import { ExchangeNavigation } from './exchange-navigation.tsx';
import { ExchangeOpener } from './exchange-opener.tsx';
import type { Flow } from './return-marker.ts';
import { openExchange } from './trip-store.ts';
import { WelcomeBack } from './welcome-back.tsx';

const now = Date.parse('2026-11-20T10:00:00Z');
const listed = exchanges.filter((one) => one.id !== 'other');

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  vi.useFakeTimers({ toFake: ['Date'], now });
  document.addEventListener('click', stay);
});
afterEach(() => {
  document.removeEventListener('click', stay);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** No test visits an exchange. */
function stay(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a[target=_blank]')) event.preventDefault();
}

function kept(key: string): unknown {
  const text = localStorage.getItem(storageName(key));
  return text && JSON.parse(text);
}

/** The tab is left, or turned to. */
function turn(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A part of a screen alone. */
async function show(part: ReactNode, ...handlers: RequestHandler[]) {
  network.use(...handlers, ...api.handlers());
  return render(
    <main>
      <h1>Your transfer</h1>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </main>,
  );
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** The person has gone to an exchange, and was last seen there. */
function leave(exchange: ExchangeId, flow: Flow): void {
  openExchange(exchange, flow);
}

describe('the exchange opener', () => {
  const onContinue = vi.fn();
  const opener = <ExchangeOpener flow="transferFlow" onContinue={onContinue} />;
  beforeEach(() => onContinue.mockReset());

  test(`${spec('2.2a')} lists the eleven exchanges, each a link to its own site in a new tab that learns nothing of us`, async () => {
    await show(opener);
    const rows = page.getByRole('listitem').elements();
    expect(rows).toHaveLength(11);
    for (const [index, { name, domain, loginUrl }] of listed.entries()) {
      const row = rows[index] as HTMLElement;
      const target = row.querySelector('a');
      expect(target).toHaveAccessibleName(`${name} (opens in a new tab)`);
      expect(row.innerText).toContain(domain);
      expect(target).toHaveAttribute('href', loginUrl);
      expect(target).toHaveAttribute('target', '_blank');
      expect(target).toHaveAttribute('rel', 'noopener noreferrer');
      const { protocol, hostname } = new URL(target?.href ?? '');
      expect(protocol).toBe('https:');
      expect(`.${hostname}`.endsWith(`.${domain}`)).toBe(true);
    }
    await expect.element(page.getByText(/We never ask for your password/)).toBeVisible();
    await expectAccessible();
  });

  test('stores the way back, and waits', async () => {
    await show(opener);
    await link(/^Kraken/).click();
    await expect.element(heading('Sign in at Kraken')).toHaveFocus();
    expect(kept('exchange_return_step')).toEqual({ exchange: 'kraken', flow: 'transferFlow', ready: true });
    expect(kept('current_exchange')).toBe('kraken');
    expect(kept('return_timestamp')).toBe(now);
    expect(kept('kraken_step')).toBe('visiting');
    await expectAccessible();
  });

  test('says what to do where the browser held the new tab back: the link is there to press', async () => {
    await show(opener);
    await link(/^Kraken/).click();
    await expect.element(page.getByText(/^No new tab\?/)).toBeVisible();
    await expect.element(link(/^Open kraken\.com/)).toHaveAttribute('href', 'https://www.kraken.com/sign-in');
  });

  test(`${spec('2.2b')} welcomes whoever turns to this tab again, and goes on`, async () => {
    await show(opener);
    await link(/^Kraken/).click();
    turn('hidden');
    expect(kept('kraken_step')).toBe('visiting');
    vi.setSystemTime(now + 60_000);
    turn('visible');
    await expect.element(heading('Welcome back')).toHaveFocus();
    expect(kept('kraken_step')).toBe('returned');
    expect(kept('return_timestamp')).toBe(now);
    await expectAccessible();
    await button('Continue my transfer').click();
    expect(onContinue).toHaveBeenCalledExactlyOnceWith('kraken');
    expect(kept('exchange_return_step')).toBeNull();
    expect(kept('current_exchange')).toBeNull();
    expect(kept('return_timestamp')).toBeNull();
    expect(kept('kraken_step')).toBe('returned');
  });

  test('welcomes whoever loads the page again', async () => {
    leave('okx', 'transferFlow');
    await show(opener);
    await expect.element(page.getByText(/signed in at OKX/)).toBeVisible();
    expect(kept('okx_step')).toBe('returned');
    await expect.element(link(/^Open okx\.com again/)).toHaveAttribute('href', 'https://www.okx.com/account/login');
  });

  test('needs no other tab to be hidden: a button says the same', async () => {
    await show(opener);
    await link(/^Gemini/).click();
    await button('I am signed in').click();
    await expect.element(heading('Welcome back')).toHaveFocus();
  });

  test('another exchange can be chosen', async () => {
    await show(opener);
    await link(/^Gemini/).click();
    await button('Choose another exchange').click();
    await expect.element(heading('Open your exchange')).toHaveFocus();
    expect(kept('exchange_return_step')).toBeNull();
    await link(/^Uphold/).click();
    await expect.element(heading('Sign in at Uphold')).toBeVisible();
    expect(kept('current_exchange')).toBe('uphold');
  });

  test('whoever comes back after an hour chooses anew', async () => {
    await show(opener);
    await link(/^Kraken/).click();
    turn('hidden');
    vi.setSystemTime(now + 3_600_000);
    turn('visible');
    await expect.element(heading('Open your exchange')).toBeVisible();
    expect(kept('exchange_return_step')).toBeNull();
  });

  test('follows another tab', async () => {
    await show(opener);
    const other = document.createElement('iframe');
    document.body.append(other);
    await link(/^Kraken/).click();
    await expect.element(heading('Sign in at Kraken')).toBeVisible();
    other.contentWindow?.localStorage.removeItem('exchange_return_step');
    await expect.element(heading('Open your exchange')).toBeVisible();
    other.remove();
  });

  test('works on a phone without a storage, which forgets', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await show(opener);
    await link(/^Kraken/).click();
    await expect.element(heading('Open your exchange')).toBeVisible();
  });
});

describe('the exchange navigation helper', () => {
  const onDone = vi.fn();
  const helper = (exchange: ExchangeId) => (
    <ExchangeNavigation exchange={exchange} flow="transferFlow" onDone={onDone} />
  );
  /** One thing to press: where there is a link to the exchange, it is that, and whoever is there already says so. */
  const firstButton = (exchange: ExchangeId) =>
    exchange === 'other' ? 'Done, next step' : 'I opened it myself, by my own bookmark or app';
  const progress = () => page.getByRole('progressbar', { name: 'Your way to the withdrawal form' });
  beforeEach(() => onDone.mockReset());

  test.each(exchanges.map((one) => one.id))(`${spec('2.4')} %s: three steps, then the return`, async (exchange) => {
    await show(helper(exchange));
    await expect.element(heading(/^Step 1 of 3: Sign in at/)).toBeVisible();
    await expect.element(progress()).toHaveAttribute('aria-valuenow', '1');
    await expect.element(progress()).toHaveAttribute('aria-valuemax', '3');
    await button(firstButton(exchange)).click();
    await expect.element(heading(/^Step 2 of 3/)).toHaveFocus();
    await expect.element(progress()).toHaveAttribute('aria-valuetext', 'Step 2 of 3');
    const withdrawal = link(/^Open the withdrawal page at/);
    if (exchange === 'other') expect(withdrawal.elements()).toEqual([]);
    else await expect.element(withdrawal).toHaveAttribute('href', findExchangeGuide(exchange)?.transferUrl ?? '');
    await button('Done, next step').click();
    await expect.element(heading(/^Step 3 of 3/)).toHaveFocus();
    await button('Done').click();
    await expect.element(heading('Welcome back')).toHaveFocus();
    expect(onDone).not.toHaveBeenCalled();
    await button('Continue my transfer').click();
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('goes back', async () => {
    await show(helper('coinbase'));
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
    expect(button('Back').elements()).toEqual([]);
    for (const name of [firstButton('coinbase'), 'Done, next step', 'Done']) await button(name).click();
    for (const step of [3, 2, 1]) {
      await button('Back').click();
      await expect.element(heading(new RegExp(`^Step ${step} of 3`))).toHaveFocus();
    }
  });

  test('the first step opens the exchange, and reminds of copies of it', async () => {
    await show(helper('binance'));
    const opens = link(/^Open Binance/);
    await expect.element(opens).toHaveAttribute('href', 'https://accounts.binance.com/en/login');
    await expect.element(opens).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(page.getByText('binance.com', { exact: true })).toBeVisible();
    // Nothing beside it tells to open it in another way.
    expect(button('Done, next step').elements()).toEqual([]);
    expect(page.getByText(/type the address/).elements()).toEqual([]);
    await expectAccessible();
    await opens.click();
    expect(kept('binance_step')).toBe('visiting');
    turn('hidden');
    turn('visible');
    // There are two more steps to read.
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
    expect(kept('binance_step')).toBe('returned');
    await button('Done, next step').click();
    await expect.element(heading(/^Step 2 of 3/)).toHaveFocus();
    await expectAccessible();
  });

  test('of an exchange that we do not know there is no link', async () => {
    await show(helper('other'));
    await expect.element(heading('Step 1 of 3: Sign in at your exchange')).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
    await expectAccessible();
  });

  test('shows where its steps will be', async () => {
    network.use(noReply('GET /api/exchange-guides/{exchange}'));
    await render(<QueryClientProvider client={createQueryClient()}>{helper('kraken')}</QueryClientProvider>);
    await expect.element(page.getByText('Loading the steps…')).toBeVisible();
  });

  test('steps that could not be loaded hold nobody up', async () => {
    const down = refusal('GET /api/exchange-guides/{exchange}', 'service_unavailable');
    await show(helper('kraken'), down);
    await expect.element(page.getByText('We could not load the steps')).toBeVisible();
    await expectAccessible();
    await button('I know the way').click();
    expect(onDone).toHaveBeenCalledOnce();
    down.end();
    await button('Try again').click();
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
  });
});

describe('the welcome back', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Welcome back' });
  const welcoming = ['/', '/start', '/transfer', '/transfer-flow'];

  test.each(welcoming)('stands on %s, has the focus, and is accessible', async (path) => {
    leave('kraken', path === '/transfer' ? 'home' : 'transfer');
    await open(path, api);
    await expect.element(dialog()).toBeVisible();
    await expect.element(dialog().getByRole('heading', { name: 'Welcome back' })).toHaveFocus();
    await expect.element(dialog().getByText(/^You went to Kraken from here/)).toBeVisible();
    expect(kept('kraken_step')).toBe('returned');
    expect(dialog().element().matches(':modal')).toBe(true);
    await expectAccessible();
  });

  test.each([
    ['home', '/'],
    ['start', '/start'],
    ['transfer', '/transfer'],
    ['transferFlow', '/transfer-flow'],
  ] as const)('leads on to where the flow was: %s', async (flow, place) => {
    leave('kraken', flow);
    const screen = await open(flow === 'home' ? '/transfer' : '/', api);
    await button('Continue my transfer').click();
    await expect.poll(screen.path).toBe(place);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(kept('exchange_return_step')).toBeNull();
  });

  test(`${spec('2.3')} leads on to the guide`, async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    localStorage.setItem(`xrp-bridge:step:${id}`, '1');
    const screen = await open(`/transfer/${id}`, api);
    await link(/^Open coinbase\.com/).click();
    expect(kept('exchange_return_step')).toEqual({ exchange: 'coinbase', flow: 'guide', ready: true });
    expect(kept('coinbase_step')).toBe('visiting');
    await screen.unmount();
    const again = await open('/', api);
    await button('Continue my transfer').click();
    await expect.poll(again.path).toBe(`/transfer/${id}`);
    await expect.element(page.getByRole('heading', { name: /^Step 2 of 5/ })).toBeVisible();
  });

  test('stays away where a part of the page waits for the person itself', async () => {
    leave('kraken', 'transferFlow');
    const onContinue = vi.fn();
    await show(
      <MemoryRouter initialEntries={['/transfer-flow']}>
        <ExchangeOpener flow="transferFlow" onContinue={onContinue} />
        <WelcomeBack />
      </MemoryRouter>,
    );
    await expect.element(heading('Welcome back')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
  });

  test.each([
    ['home', '/'],
    ['start', '/start'],
    ['transfer', '/transfer'],
  ] as const)('is a card in the page where the flow goes on: %s', async (flow, path) => {
    const screen = await open(path, api);
    await button('Open my exchange').click();
    await link(/^Kraken/).click();
    expect(kept('exchange_return_step')).toEqual({ exchange: 'kraken', flow, ready: true });
    await screen.unmount();
    const again = await open(path, api);
    await expect.element(heading('Welcome back')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await button('Continue my transfer').click();
    await expect.element(again.getByRole('radio', { name: /Kraken/ })).toBeChecked();
    expect(kept('exchange_return_step')).toBeNull();
  });

  test(`${spec('2.3')} starting over forgets the flow and leads to the start`, async () => {
    localStorage.setItem('xrp-bridge:selection', '{"from":"kraken","to":"xumm"}');
    const waiting = JSON.stringify({ id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' });
    localStorage.setItem('xrp-bridge:open-transfer', waiting);
    leave('kraken', 'start');
    const screen = await open('/?from=kraken&to=xumm', api);
    await expect.element(screen.getByRole('radio', { name: /Kraken/ })).toBeChecked();
    await button('Start over').click();
    await expect.poll(screen.path).toBe('/');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(screen.getByRole('radio', { name: /Kraken/ })).not.toBeChecked();
    expect(kept('selection')).toBeNull();
    expect(kept('kraken_step')).toBeNull();
    expect(localStorage.getItem('xrp-bridge:open-transfer')).toBe(waiting);
  });

  test('starting over ends the conversation with the assistant, too', async () => {
    leave('kraken', 'start');
    localStorage.setItem(
      'xrp-bridge:chat',
      JSON.stringify({
        messages: [{ id: '1', type: 'user', content: 'How long does it take?', timestamp: '' }],
        hasInteracted: true,
      }),
    );
    const screen = await open('/', api);
    await button('Start over').click();
    await screen.getByRole('button', { name: 'Ask the assistant' }).last().click();
    await expect.element(page.getByRole('log')).not.toBeEmptyDOMElement();
    expect(screen.getByText('How long does it take?').elements()).toEqual([]);
    await screen.go('/transfer');
    await expect.element(screen.getByRole('heading', { level: 1, name: /Your guided transfer/ })).toBeVisible();
    expect(kept('chat')).toBeNull();
  });

  test.each(['Escape', '“Not now”'])('%s closes it for now, and keeps the way back', async (way) => {
    leave('kraken', 'transfer');
    const screen = await open('/', api);
    await expect.element(dialog()).toBeVisible();
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await button('Not now').click();
    await expect.poll(() => document.getElementById('welcome-back')).toBeNull();
    await screen.go('/transfer');
    await expect.element(screen.getByRole('heading', { level: 1, name: /Your guided transfer/ })).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await screen.unmount();
    // Whoever loads the page again, or comes by another tab, is asked again.
    await open('/', api);
    await expect.element(dialog()).toBeVisible();
  });

  test('the keyboard stays within it', async () => {
    leave('kraken', 'transfer');
    await open('/', api);
    await expect.element(dialog()).toBeVisible();
    for (const name of ['Continue my transfer', 'Start over', 'Not now']) {
      await userEvent.keyboard('{Tab}');
      await expect.element(button(name)).toHaveFocus();
    }
  });

  test('waits until nothing else is open over the page', async () => {
    leave('kraken', 'transfer');
    floating.open('chat');
    const screen = await open('/', api);
    await expect.element(page.getByRole('log')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await screen.getByRole('button', { name: 'Close the assistant' }).last().click();
    await expect.element(dialog()).toBeVisible();
  });

  test('goes when another tab has led on', async () => {
    leave('kraken', 'transfer');
    await open('/', api);
    await expect.element(dialog()).toBeVisible();
    const other = document.createElement('iframe');
    document.body.append(other);
    other.contentWindow?.localStorage.removeItem('exchange_return_step');
    await expect.element(dialog()).not.toBeInTheDocument();
    other.remove();
  });

  test.each([
    `/checkout?transfer=${id}`,
    '/checkout-failed',
    `/checkout-success?transfer=${id}`,
    '/concierge',
    '/assistant',
    '/no/such/page',
  ])('never stands on %s', async (path) => {
    leave('kraken', 'transfer');
    const screen = await open(path, api);
    await expect.element(screen.getByRole('heading').first()).toBeInTheDocument();
    // It has come as far as it will: on the next page it is there.
    await import('./welcome-back.tsx');
    expect(dialog().elements()).toEqual([]);
    await screen.go('/');
    await expect.element(dialog()).toBeVisible();
  });

  test('whoever sees the guide again has found the way', async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    localStorage.setItem(`xrp-bridge:step:${id}`, '1');
    const screen = await open(`/transfer/${id}`, api);
    await link(/^Open coinbase\.com/).click();
    turn('hidden');
    turn('visible');
    expect(kept('exchange_return_step')).toBeNull();
    await screen.go('/');
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Move your XRP home/ })).toBeVisible();
    expect(dialog().elements()).toEqual([]);
  });

  const marker = { exchange: 'kraken', flow: 'transfer', ready: true };
  test.each([
    ['it is an hour old', marker, '"kraken"', now - 3_600_000],
    ['it is from the future', marker, '"kraken"', now + 1],
    ['its time is none', marker, '"kraken"', '"soon"'],
    ['it has no time', marker, '"kraken"', ''],
    ['another exchange was visited', marker, '"okx"', now - 1],
    ['it names no exchange', { ...marker, exchange: '__proto__' }, '"__proto__"', now - 1],
    ['its flow is an address', { ...marker, flow: 'https://evil.example' }, '"kraken"', now - 1],
    ['it was not written whole', { ...marker, ready: false }, '"kraken"', now - 1],
    ['it leads to a guide, and no transfer is open', { ...marker, flow: 'guide' }, '"kraken"', now - 1],
  ])('does not stand there, and the marker is forgotten: %s', async (_, value, exchange, at) => {
    localStorage.setItem('exchange_return_step', JSON.stringify(value));
    localStorage.setItem('current_exchange', exchange);
    localStorage.setItem('return_timestamp', String(at));
    const screen = await open('/', api);
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Move your XRP home/ })).toBeVisible();
    await expect.poll(() => kept('exchange_return_step')).toBeNull();
    expect(dialog().elements()).toEqual([]);
  });

  test('stands there just before the hour is over', async () => {
    leave('kraken', 'transfer');
    vi.setSystemTime(now + 3_599_999);
    await open('/', api);
    await expect.element(dialog()).toBeVisible();
  });
});

describe('starting over', () => {
  test('breaks nothing where there is no storage', () => {
    localStorage.setItem('xrp-bridge:selection', '{}');
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    startOver();
  });
});
