import { spec } from '@xrp-bridge/contracts/testing';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { freezeTrip, now, setVisibility, storedValue } from '../../../test/exchange-trip.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, link, radio, text } from '../../../test/locators.ts';
import { expectAccessible, open, openPart } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import { floating } from '../../lib/floating.ts';
import { ExchangeOpener } from './exchange-opener.tsx';
import { openExchange } from './trip-store.ts';
import { WelcomeBack } from './welcome-back.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
beforeEach(freezeTrip);

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });

describe('welcome-back dialog', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Welcome back' });
  const welcoming = ['/', '/start', '/transfer', '/transfer-flow'];

  test.each(welcoming)('appears on %s, has the focus and is accessible', async (path) => {
    openExchange('kraken', path === '/transfer' ? 'home' : 'transfer');
    await open(path, api);
    await expect.element(dialog()).toBeVisible();
    await expect.element(dialog().getByRole('heading', { name: 'Welcome back' })).toHaveFocus();
    await expect.element(dialog().getByText(/^You went to Kraken from here/)).toBeVisible();
    expect(storedValue('kraken_step')).toBe('returned');
    expect(dialog().element().matches(':modal')).toBe(true);
    await expectAccessible();
  });

  test.each([
    ['home', '/'],
    ['start', '/start'],
    ['transfer', '/transfer'],
    ['transferFlow', '/transfer-flow'],
  ] as const)('continues on the page of the flow “%s”', async (flow, place) => {
    openExchange('kraken', flow);
    const screen = await open(flow === 'home' ? '/transfer' : '/', api);
    await button('Continue my transfer').click();
    await expect.poll(screen.path).toBe(place);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(storedValue('exchange_return_step')).toBeNull();
  });

  test(`${spec('2.3')} continues in the open guide`, async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    localStorage.setItem(`xrp-bridge:step:${id}`, '1');
    const screen = await open(`/transfer/${id}`, api);
    await link(/^Open coinbase\.com/).click();
    expect(storedValue('exchange_return_step')).toEqual({ exchange: 'coinbase', flow: 'guide', ready: true });
    expect(storedValue('coinbase_step')).toBe('visiting');
    await screen.unmount();
    const again = await open('/', api);
    await button('Continue my transfer').click();
    await expect.poll(again.path).toBe(`/transfer/${id}`);
    await expect.element(page.getByRole('heading', { name: /^Step 2 of 5/ })).toBeVisible();
  });

  test('does not appear on a page that itself welcomes the customer', async () => {
    openExchange('kraken', 'transferFlow');
    const onContinue = vi.fn();
    await openPart(
      <MemoryRouter initialEntries={['/transfer-flow']}>
        <ExchangeOpener flow="transferFlow" onContinue={onContinue} />
        <WelcomeBack />
      </MemoryRouter>,
      api,
    );
    await expect.element(heading('Welcome back')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
  });

  test.each([
    ['home', '/'],
    ['start', '/start'],
    ['transfer', '/transfer'],
  ] as const)('is replaced by a card on the page of the flow “%s”', async (flow, path) => {
    const screen = await open(path, api);
    await button('Open my exchange').click();
    await link(/^Kraken/).click();
    expect(storedValue('exchange_return_step')).toEqual({ exchange: 'kraken', flow, ready: true });
    await screen.unmount();
    await open(path, api);
    await expect.element(heading('Welcome back')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await button('Continue my transfer').click();
    await expect.element(radio(/Kraken/)).toBeChecked();
    expect(storedValue('exchange_return_step')).toBeNull();
  });

  test(`${spec('2.3')} deletes the flow’s data and opens the landing page after “Start over”`, async () => {
    localStorage.setItem('xrp-bridge:selection', '{"from":"kraken","to":"xumm"}');
    const waiting = JSON.stringify({ id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' });
    localStorage.setItem('xrp-bridge:open-transfer', waiting);
    openExchange('kraken', 'start');
    const screen = await open('/?from=kraken&to=xumm', api);
    await expect.element(radio(/Kraken/)).toBeChecked();
    await button('Start over').click();
    await expect.poll(screen.path).toBe('/');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(radio(/Kraken/)).not.toBeChecked();
    expect(storedValue('selection')).toBeNull();
    expect(storedValue('kraken_step')).toBeNull();
    // The server's response may have added fields to the stored transfer.
    expect(JSON.parse(localStorage.getItem('xrp-bridge:open-transfer') ?? '{}')).toMatchObject({ id, paid: false });
  });

  test('ends the conversation with the assistant after “Start over”', async () => {
    openExchange('kraken', 'start');
    const messages = [{ id: '1', type: 'user', content: 'How long does it take?', timestamp: '' }];
    localStorage.setItem('xrp-bridge:chat', JSON.stringify({ messages, hasInteracted: true }));
    const screen = await open('/', api);
    await button('Start over').click();
    await button('Ask the assistant').last().click();
    await expect.element(page.getByRole('log')).not.toBeEmptyDOMElement();
    expect(text('How long does it take?').elements()).toEqual([]);
    await screen.go('/transfer');
    await expect.element(screen.getByRole('heading', { level: 1, name: /Your guided transfer/ })).toBeVisible();
    expect(storedValue('chat')).toBeNull();
  });

  test.each(['Escape', '“Not now”'])(
    'stays closed after %s until the next page load, although the trip remains stored',
    async (way) => {
      openExchange('kraken', 'transfer');
      const screen = await open('/', api);
      await expect.element(dialog()).toBeVisible();
      if (way === 'Escape') await userEvent.keyboard('{Escape}');
      else await button('Not now').click();
      await expect.poll(() => document.getElementById('welcome-back')).toBeNull();
      await screen.go('/transfer');
      await expect.element(screen.getByRole('heading', { level: 1, name: /Your guided transfer/ })).toBeVisible();
      expect(dialog().elements()).toEqual([]);
      await screen.unmount();
      // After a reload, or in another tab, the dialog appears again.
      await open('/', api);
      await expect.element(dialog()).toBeVisible();
    },
  );

  test('traps the keyboard focus', async () => {
    openExchange('kraken', 'transfer');
    await open('/', api);
    await expect.element(dialog()).toBeVisible();
    for (const name of ['Continue my transfer', 'Start over', 'Not now']) {
      await userEvent.keyboard('{Tab}');
      await expect.element(button(name)).toHaveFocus();
    }
  });

  test('waits until no other element covers the page', async () => {
    openExchange('kraken', 'transfer');
    floating.open('chat');
    await open('/', api);
    await expect.element(page.getByRole('log')).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    await button('Close the assistant').last().click();
    await expect.element(dialog()).toBeVisible();
  });

  test('closes when another tab ends the trip', async () => {
    openExchange('kraken', 'transfer');
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
  ])('does not appear on %s', async (path) => {
    openExchange('kraken', 'transfer');
    const screen = await open(path, api);
    await expect.element(screen.getByRole('heading').first()).toBeInTheDocument();
    // The test loads the dialog's code, so that a dialog would be visible now.
    await import('./welcome-back.tsx');
    expect(dialog().elements()).toEqual([]);
    await screen.go('/');
    await expect.element(dialog()).toBeVisible();
  });

  test('does not appear after the customer has returned to the tab of the guide', async () => {
    api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
    localStorage.setItem(`xrp-bridge:step:${id}`, '1');
    const screen = await open(`/transfer/${id}`, api);
    await link(/^Open coinbase\.com/).click();
    setVisibility('hidden');
    setVisibility('visible');
    expect(storedValue('exchange_return_step')).toBeNull();
    await screen.go('/');
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Move your XRP home/ })).toBeVisible();
    expect(dialog().elements()).toEqual([]);
  });

  const marker = { exchange: 'kraken', flow: 'transfer', ready: true };
  test.each([
    ['the marker is an hour old', marker, '"kraken"', now - 3_600_000],
    ['the marker has no time', marker, '"kraken"', ''],
    ['another exchange was visited', marker, '"okx"', now - 1],
    ['the marker belongs to a guide, and no transfer is open', { ...marker, flow: 'guide' }, '"kraken"', now - 1],
  ])('does not appear, and deletes the marker, when %s', async (_, value, exchange, at) => {
    localStorage.setItem('exchange_return_step', JSON.stringify(value));
    localStorage.setItem('current_exchange', exchange);
    localStorage.setItem('return_timestamp', String(at));
    const screen = await open('/', api);
    await expect.element(screen.getByRole('heading', { level: 1, name: /^Move your XRP home/ })).toBeVisible();
    await expect.poll(() => storedValue('exchange_return_step')).toBeNull();
    expect(dialog().elements()).toEqual([]);
  });
});
