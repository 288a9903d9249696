import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, link, text, textbox } from '../../../test/locators.ts';
import { allowMotion, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { completionMs } from './questions.ts';

const flow = '/transfer-flow';
const chosen = `${flow}?from=kraken&to=xumm`;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ fromExchange: 'kraken' });
});

const press = (name: string | RegExp) => button(name).click();

/** This browser has a transfer of its own. */
function own(change: Partial<Transfer> = {}): void {
  api.push({ status: 'instructions_sent', ...change });
  const { status, fromExchange, toWallet } = api.transfer;
  const paid = status === 'instructions_sent';
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
  if (status === 'completed') return;
  localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify({ id, paid, fromExchange, toWallet }));
}

const saves = () => api.bodies('PATCH', `/api/transfers/${id}`);

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

describe('the completion', () => {
  /** As the homebase leaves it. */
  function ready(change: Partial<Transfer> = {}): void {
    own({ destinationAddress: address, ...change });
    localStorage.setItem(`xrp-bridge:homebase_step:${id}`, '3');
    localStorage.setItem(`xrp-bridge:homebase_wallet:${id}`, JSON.stringify(address));
    localStorage.setItem(`xrp-bridge:homebase_tag:${id}`, '""');
  }
  const amount = () => textbox(/XRP in all/);

  test('asks the homebase’s last open question, and leads into the guide', async () => {
    ready();
    const screen = await open(flow, api);
    await press('First say how much');
    await expect.element(heading('Almost there')).toHaveFocus();
    expect(screen.path()).toContain('view=completion');
    await expect.element(heading('How much XRP do you want to move?')).toBeVisible();
    await expectAccessible();
    await amount().fill('25.5');
    await press('Save the amount');
    await expect.element(heading(/^You got it! 25\.5 XRP/)).toHaveFocus();
    expect(saves()).toEqual([{ sourceAmount: '25.5' }]);
    await press('Continue');
    await expect.element(heading('That is all we need')).toHaveFocus();
    await expect.element(text(address)).toBeVisible();
    await expectAccessible();
    await link('Open my guide').click();
    await expect.element(heading(/^Step 1 of/)).toBeVisible();
    await screen.back();
    await expect.element(heading('That is all we need')).toBeVisible();
    await screen.back();
    await expect.element(heading('Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5g')} asks for address, tag and amount when nothing was said`, async () => {
    own();
    await open(`${flow}?view=completion`, api);
    await textbox(/XRP address/).fill(address);
    await press('This is my address');
    await press('Continue');
    await press('I have no tag');
    await press('Continue');
    await press('I do not know yet');
    await expect.element(heading('That is fine. Your guide works without it.')).toBeVisible();
    await press('Continue');
    await expect.element(text('Not said yet')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }, { sourceAmount: null }]);
  });

  test('all said before: nothing is asked', async () => {
    ready({ sourceAmount: '25' });
    await open(`${flow}?view=completion`, api);
    await expect.element(heading('That is all we need')).toBeVisible();
  });

  test(`${spec('5.10')} the amount 0 is refused with the reason`, async () => {
    ready();
    await open(`${flow}?view=completion`, api);
    await amount().fill('0');
    await press('Save the amount');
    await expect.element(page.getByRole('alert').getByRole('link', { name: /above 0/ })).toBeVisible();
    await expectSummaryAbove(amount());
    expect(saves()).toEqual([]);
  });

  test(`${spec('4.5')} an answer saved with a pointer goes on by itself`, async () => {
    allowMotion();
    ready();
    await open(`${flow}?view=completion`, api);
    await amount().fill('25');
    await expect.element(button('Save the amount')).toBeVisible();
    stopTheClock();
    await press('Save the amount');
    await expect.element(heading(/^You got it!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(completionMs);
    await expect.element(heading('That is all we need')).toHaveFocus();
  });

  test(`${spec('2.5g')} a row explains the words`, async () => {
    ready();
    await open(`${flow}?view=completion`, api);
    const word = text('An address that does not work');
    await expect.element(word).not.toBeVisible();
    await text('What do these words mean?').click();
    await expect.element(word).toBeVisible();
    await expectAccessible();
  });
});

describe('the end of the flow', () => {
  const offer = () => {
    api.config = { ...api.config, conciergeOffered: true };
  };

  test('is seen from the homebase when the XRP has arrived', async () => {
    own({ destinationAddress: address });
    await open(flow, api);
    await expect.element(heading('Transfer homebase')).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    await expectAccessible();
  });

  test('of an arrival that only the customer told of is not called home, and the claim can be taken back', async () => {
    offer();
    own({ destinationAddress: address, arrivalClaimedAt: new Date().toISOString() });
    await open(flow, api);
    await expect.element(heading('You told us it arrived.')).toBeVisible();
    // Nothing is sold to somebody whose XRP was not seen.
    expect(document.body.textContent).not.toMatch(/is home|All done|Upgrade/);
    await expectAccessible();
    await press('It has not arrived after all');
    await expect.element(heading('Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5h', '4.8')} offers the concierge to whoever does not own it, and takes no for an answer`, async () => {
    offer();
    own({ status: 'completed' });
    const screen = await open(flow, api);
    await expect.element(heading('Concierge, if you want it: $13.76')).toBeVisible();
    await expect.element(link('Upgrade for $13.76')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
    await press('No, thank you');
    await expect.element(heading('Your XRP is home.')).toHaveFocus();
    await screen.back();
    await expect.element(heading('Concierge, if you want it: $13.76')).toBeVisible();
    api.push({ access: { guide: true, concierge: 'owned' } });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });

  test.each([
    ['it is not offered', false, '4.00'],
    ['it is owned', true, '17.76'],
  ] as const)('says nothing of the concierge when %s', async (_, conciergeOffered, serviceFee) => {
    api.config = { ...api.config, conciergeOffered };
    own({ status: 'completed', serviceFee });
    await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    expect(text(/concierge/i).elements()).toEqual([]);
    await press('Start another transfer');
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test('lets go of whoever wants to move more', async () => {
    offer();
    own({ status: 'completed' });
    await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(link('Upgrade for $13.76')).toBeVisible();
    await press('Start another transfer');
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test.each([
    ['/?from=robinhood&to=trust', 'Is this still your path?'],
    ['/?from=robinhood', 'From your exchange to your own wallet.'],
  ])('is not shown as that of the next one, which begins at %s', async (path, title) => {
    offer();
    own({ status: 'completed' });
    await open(path, api);
    await link('Go through it with us').click();
    await expect.element(heading(title)).toBeVisible();
  });

  test('nor is the homebase of a transfer that is under way shown as that of another path', async () => {
    own();
    const screen = await open('/?from=robinhood&to=trust', api);
    await link('Go through it with us').click();
    await expect.element(heading('Is this still your path?')).toBeVisible();
    expect(screen.path()).toBe('/transfer-flow?from=robinhood&to=trust&view=confirm');
  });

  test('is no obstacle for the next transfer', async () => {
    own({ status: 'completed' });
    await open(chosen, api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });
});
