import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import { emptyDraft } from '../../features/wizard/wizard.ts';

// These tests have their own file and page (`freshPageTests` in vitest.config.ts): a page fetches a module only once,
// so no other test may have loaded codec.ts.

const codec = '**/domain/destination/codec.ts*';
beforeAll(() => commands.answerScript(codec, null));
afterAll(() => commands.answerScript(codec, undefined));

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const confirm = '/?from=coinbase&to=xumm&view=confirm';
const notChecked = (what: string) =>
  `We couldn’t check the ${what} right now. Check your connection, then reload the page.`;
const pay = button('Pay $4.00 to continue');
const field = textbox('Your Xaman XRP address');
const summary = page.getByRole('alert');

describe('address check whose code cannot be fetched', () => {
  test('does not block payment when the customer entered no address', async () => {
    const screen = await open(confirm, api);
    await pay.click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).not.toHaveProperty('destinationAddress');
  });

  test('shows an error at the field and in the summary, and neither sends nor stores the unchecked address', async () => {
    expectConsole(/^The address check could not be loaded/);
    const screen = await open(confirm, api);
    await button('Add my address now').click();
    await field.fill(address);
    await expect.element(text(notChecked('address'))).toBeVisible();
    await pay.click();
    await expect.element(summary.getByRole('link', { name: notChecked('address') })).toBeVisible();
    await expectSummaryAbove(field);
    await expect.element(field).toHaveValue(address);
    await expectAccessible();
    expect(screen.path()).toBe(confirm);
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    expect(sessionStorage.getItem('xrp-bridge:destination')).not.toContain(address);
  });

  test('shows errors in the wizard’s summary and preserves all answers', async () => {
    expectConsole(/^The address check could not be loaded/);
    const draft = { ...emptyDraft, exchange: 'kraken', wallet: 'ledger', xrpAddress: address, amount: '25' };
    localStorage.setItem('xrp-bridge:wizard', JSON.stringify(draft));
    await open('/start?step=5', api);
    for (const what of ['address', 'amount']) await expect.element(text(notChecked(what))).toBeVisible();
    await expectAccessible();
    await pay.click();
    for (const what of ['address', 'amount']) {
      await expect.element(summary.getByText(notChecked(what))).toBeVisible();
    }
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    expect(JSON.parse(localStorage.getItem('xrp-bridge:wizard') ?? 'null')).toEqual(draft);
  });

  test('shows an error on a screen that requires an address', async () => {
    expectConsole(/^The address check could not be loaded/);
    api.push({ status: 'instructions_sent' });
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const { fromExchange, toWallet } = api.transfer;
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify({ id, paid: true, fromExchange, toWallet }));
    await open('/transfer-flow', api);
    await button('This is my address').click();
    await expect.element(summary.getByRole('link', { name: notChecked('address') })).toBeVisible();
  });
});
