import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, link, text, textbox } from '../../../test/locators.ts';
import { allowMotion, expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { settleMs } from '../../ui/use-auto-advance.ts';
import { completionMs } from './questions.ts';

const flow = '/transfer-flow';
const chosen = `${flow}?from=kraken&to=xumm`;
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ fromExchange: 'kraken' });
});

const press = (name: string | RegExp) => button(name).click();

/** Sets the fake API's transfer to a paid transfer of this browser. */
function setOwnTransfer(change: Partial<Transfer> = {}): void {
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

describe('flow completion', () => {
  /** Sets the transfer to the state after the homebase: address and tag are saved. */
  function ready(change: Partial<Transfer> = {}): void {
    setOwnTransfer({ destinationAddress: address, ...change });
    localStorage.setItem(`xrp-bridge:homebase_step:${id}`, '3');
    localStorage.setItem(`xrp-bridge:homebase_wallet:${id}`, JSON.stringify(address));
    localStorage.setItem(`xrp-bridge:homebase_tag:${id}`, '""');
  }
  const amount = () => textbox(/Total XRP/);

  test('requests only the amount when the address and tag are stored, and opens the guide', async () => {
    ready();
    const screen = await open(flow, api);
    await press('Enter the amount first');
    await expect.element(heading('Almost there')).toHaveFocus();
    expect(screen.path()).toContain('view=completion');
    await expect.element(heading('How much XRP do you want to move?')).toBeVisible();
    await expectAccessible();
    await amount().fill('25.5');
    await press('Save the amount');
    await expect.element(heading(/^You got it! Your amount is 25\.5 XRP/)).toHaveFocus();
    expect(saves()).toEqual([{ sourceAmount: '25.5' }]);
    await press('Continue');
    await expect.element(heading('That’s all we need')).toHaveFocus();
    await expect.element(text(address)).toBeVisible();
    await expectAccessible();
    await link('Open my guide').click();
    await expect.element(heading(/^Step 1 of/)).toBeVisible();
    await screen.back();
    await expect.element(heading('That’s all we need')).toBeVisible();
    await screen.back();
    await expect.element(heading('Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5g')} requests address, tag and amount when none is stored`, async () => {
    setOwnTransfer();
    await open(`${flow}?view=completion`, api);
    await textbox(/XRP address/).fill(address);
    await press('This is my address');
    await press('Continue');
    await press('I don’t have a tag');
    await press('Continue');
    await press('I don’t know yet');
    await expect.element(heading('No problem. Your guide works without an amount.')).toBeVisible();
    await press('Continue');
    await expect.element(text('Not entered yet')).toBeVisible();
    expect(saves()).toEqual([{ destinationAddress: address, destinationTag: null }, { sourceAmount: null }]);
  });

  test('requests nothing when all answers are stored', async () => {
    ready({ sourceAmount: '25' });
    await open(`${flow}?view=completion`, api);
    await expect.element(heading('That’s all we need')).toBeVisible();
  });

  test(`${spec('5.10')} rejects the amount 0 with the reason`, async () => {
    ready();
    await open(`${flow}?view=completion`, api);
    await amount().fill('0');
    await press('Save the amount');
    await expect.element(page.getByRole('alert').getByRole('link', { name: /greater than 0/ })).toBeVisible();
    await expectSummaryAbove(amount());
    expect(saves()).toEqual([]);
  });

  test(`${spec('4.5')} continues automatically after the customer clicks “Save the amount”`, async () => {
    allowMotion();
    ready();
    await open(`${flow}?view=completion`, api);
    await amount().fill('25');
    await expect.element(button('Save the amount')).toBeVisible();
    stopTheClock();
    await press('Save the amount');
    await expect.element(heading(/^You got it!/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(completionMs + settleMs);
    await expect.element(heading('That’s all we need')).toHaveFocus();
  });

  test(`${spec('2.5g')} explains the technical words in a collapsed section`, async () => {
    ready();
    await open(`${flow}?view=completion`, api);
    const word = text('If your address doesn’t work');
    await expect.element(word).not.toBeVisible();
    await text('Help with addresses and tags').click();
    await expect.element(word).toBeVisible();
    await expectAccessible();
  });
});

describe('flow end', () => {
  const offer = () => {
    api.config = { ...api.config, conciergeOffered: true };
  };

  test('appears in place of the homebase when the XRP arrives', async () => {
    setOwnTransfer({ destinationAddress: address });
    await open(flow, api);
    await expect.element(heading('Transfer homebase')).toBeVisible();
    api.push({ status: 'completed' });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    await expectAccessible();
  });

  test('does not confirm an arrival that only the customer reported, and lets the customer withdraw the claim', async () => {
    offer();
    setOwnTransfer({ destinationAddress: address, arrivalClaimedAt: new Date().toISOString() });
    await open(flow, api);
    await expect.element(heading('You told us it arrived.')).toBeVisible();
    // The ledger has shown no arrival, so the page does not offer the concierge.
    expect(document.body.textContent).not.toMatch(/is home|All done|Upgrade/);
    await expectAccessible();
    await press('Undo (my XRP hasn’t arrived yet)');
    await expect.element(heading('Transfer homebase')).toBeVisible();
  });

  test(`${spec('2.5h', '4.8')} offers the concierge until it is declined or owned, and again on “back”`, async () => {
    offer();
    setOwnTransfer({ status: 'completed' });
    const screen = await open(flow, api);
    await expect.element(heading('Optional concierge: $13.76')).toBeVisible();
    await expect.element(link('Upgrade for $13.76')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    await expectAccessible();
    await press('No, thank you');
    await expect.element(heading('Your XRP is home.')).toHaveFocus();
    await screen.back();
    await expect.element(heading('Optional concierge: $13.76')).toBeVisible();
    api.push({ access: { guide: true, concierge: 'owned' } });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });

  test.each([
    ['the concierge is not on sale', false, '4.00'],
    ['the customer owns the concierge', true, '17.76'],
  ] as const)('does not show the concierge when %s', async (_, conciergeOffered, serviceFee) => {
    api.config = { ...api.config, conciergeOffered };
    setOwnTransfer({ status: 'completed', serviceFee });
    await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    expect(text(/concierge/i).elements()).toEqual([]);
    await press('Start another transfer');
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test('leads to a new transfer with “Start another transfer”', async () => {
    offer();
    setOwnTransfer({ status: 'completed' });
    await open(`${flow}?view=concierge-upgrade`, api);
    await expect.element(link('Upgrade for $13.76')).toBeVisible();
    await press('Start another transfer');
    await expect.element(heading('From your exchange to your own wallet.')).toBeVisible();
  });

  test.each([
    ['/transfer-flow?from=robinhood&to=trust&view=confirm', 'Is this still your path?'],
    ['/transfer-flow?from=robinhood&view=select', 'From your exchange to your own wallet.'],
  ])('does not appear when the next transfer begins at %s', async (path, title) => {
    offer();
    setOwnTransfer({ status: 'completed' });
    await open(path, api);
    await expect.element(heading(title)).toBeVisible();
  });

  test('is not shown if the URL contains another path, and neither is the homebase of an open transfer', async () => {
    setOwnTransfer();
    const screen = await open('/transfer-flow?from=robinhood&to=trust&view=confirm', api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
    expect(screen.path()).toBe('/transfer-flow?from=robinhood&to=trust&view=confirm');
  });

  test('does not prevent a new transfer whose path is in the URL', async () => {
    setOwnTransfer({ status: 'completed' });
    await open(chosen, api);
    await expect.element(heading('Is this still your path?')).toBeVisible();
  });
});
