import { QueryClientProvider } from '@tanstack/react-query';
import { type ExchangeId, exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { spec } from '@xrp-bridge/contracts/testing';
import { findExchangeGuide } from '@xrp-bridge/guidance/open-guides';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { freezeTrip, setVisibility, storedValue } from '../../../test/exchange-trip.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, link, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, openPart } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { createQueryClient } from '../../lib/api/client.ts';
import { ExchangeNavigation } from './exchange-navigation.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
beforeEach(freezeTrip);

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name });

describe('exchange navigation', () => {
  const onDone = vi.fn();
  const helper = (exchange: ExchangeId) => (
    <ExchangeNavigation exchange={exchange} flow="transferFlow" onDone={onDone} />
  );
  /**
   * Returns the name of the button that completes step 1 for a customer who did not use the link to the
   * exchange.
   */
  const firstButton = (exchange: ExchangeId) =>
    exchange === 'other' ? 'Done, next step' : `I opened ${exchangeName(exchange)} with my own bookmark or app`;
  const progress = () => page.getByRole('progressbar', { name: 'How to get to the withdrawal form' });
  beforeEach(() => onDone.mockReset());

  test.each(exchanges.map((one) => one.id))(
    `${spec('2.4')} shows three steps for %s, then the return card`,
    async (exchange) => {
      await openPart(helper(exchange), api);
      await expect.element(heading(/^Step 1 of 3: Sign in to/)).toBeVisible();
      if (exchange === 'other') expect(page.getByRole('link').elements()).toEqual([]);
      await expect.element(progress()).toHaveAttribute('aria-valuenow', '1');
      await expect.element(progress()).toHaveAttribute('aria-valuemax', '3');
      await button(firstButton(exchange)).click();
      await expect.element(heading(/^Step 2 of 3/)).toHaveFocus();
      await expect.element(progress()).toHaveAttribute('aria-valuetext', 'Step 2 of 3');
      const withdrawal = link(/^Open the withdrawal page on/);
      if (exchange === 'other') expect(withdrawal.elements()).toEqual([]);
      else await expect.element(withdrawal).toHaveAttribute('href', findExchangeGuide(exchange)?.transferUrl ?? '');
      await button('Done, next step').click();
      await expect.element(heading(/^Step 3 of 3/)).toHaveFocus();
      await button('Done').click();
      await expect.element(heading('Welcome back')).toHaveFocus();
      expect(onDone).not.toHaveBeenCalled();
      await button('Continue my transfer').click();
      expect(onDone).toHaveBeenCalledOnce();
    },
  );

  test('goes back through all steps', async () => {
    await openPart(helper('coinbase'), api);
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
    expect(button('Back').elements()).toEqual([]);
    for (const name of [firstButton('coinbase'), 'Done, next step', 'Done']) await button(name).click();
    for (const step of [3, 2, 1]) {
      await button('Back').click();
      await expect.element(heading(new RegExp(`^Step ${step} of 3`))).toHaveFocus();
    }
  });

  test('opens the exchange in step 1, and stays at step 1 after the return', async () => {
    await openPart(helper('binance'), api);
    const opens = link(/^Open Binance/);
    await expect.element(opens).toHaveAttribute('href', 'https://accounts.binance.com/en/login');
    await expect.element(opens).toHaveAttribute('rel', 'noopener noreferrer');
    await expect.element(text('binance.com')).toBeVisible();
    // The step can only be completed with the link.
    expect(button('Done, next step').elements()).toEqual([]);
    expect(text(/type its web address/).elements()).toEqual([]);
    await expectAccessible();
    await opens.click();
    expect(storedValue('binance_step')).toBe('visiting');
    setVisibility('hidden');
    setVisibility('visible');
    // After the return, the customer still has to complete steps 2 and 3.
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
    expect(storedValue('binance_step')).toBe('returned');
    await button('Done, next step').click();
    await expect.element(heading(/^Step 2 of 3/)).toHaveFocus();
    await expectAccessible();
  });

  test('shows a placeholder while the steps load', async () => {
    network.use(noReply('GET /api/exchange-guides/{exchange}'));
    await render(<QueryClientProvider client={createQueryClient()}>{helper('kraken')}</QueryClientProvider>);
    await expect.element(text('Loading the steps…')).toBeVisible();
  });

  test('lets the customer continue or retry when the steps cannot be loaded', async () => {
    const down = refusal('GET /api/exchange-guides/{exchange}', 'service_unavailable');
    await openPart(helper('kraken'), api, down);
    await expect.element(text('We couldn’t load the steps')).toBeVisible();
    await expectAccessible();
    await button('Continue without the steps').click();
    expect(onDone).toHaveBeenCalledOnce();
    down.end();
    await button('Try again').click();
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
  });
});
