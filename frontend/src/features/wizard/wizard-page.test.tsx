import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, text, textbox } from '../../../test/locators.ts';
import { allowMotion, expectAccessible, open } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import { emptyDraft } from './wizard.ts';

const advanceMs = 1_500;
const path = { ...emptyDraft, exchange: 'kraken', wallet: 'ledger' };
const addressed = { ...path, xrpAddress: address };
const complete = { ...addressed, amount: '25' };

const headings = [
  'Choose your exchange and your wallet',
  'Find your address in Ledger',
  'Paste your XRP address',
  'How much XRP do you want to move?',
  'Is everything right?',
] as const;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

const storeDraft = (draft: object) => localStorage.setItem('xrp-bridge:wizard', JSON.stringify(draft));
const storedDraft = () => JSON.parse(localStorage.getItem('xrp-bridge:wizard') ?? 'null');

const headingOf = (step: number) =>
  page.getByRole('heading', { level: 1, name: `Step ${step} of 5: ${headings[step - 1]}` });

const goOn = () => button(/^(Continue|I have my address)/).click();
const addressField = () => textbox('Your Ledger XRP address');
const amountField = () => textbox('Amount of XRP');

async function openAt(step: number, draft: object, ...handlers: RequestHandler[]) {
  storeDraft(draft);
  const screen = await open(step === 1 ? '/start' : `/start?step=${step}`, api, ...handlers);
  await expect.element(headingOf(step)).toBeVisible();
  return screen;
}

describe('the wizard', () => {
  test(`${spec('2.1a', '5.13')} leads from the exchange to the checkout, focuses each heading, and shows the heading in the title`, async () => {
    const screen = await open('/start', api);
    await expect.element(headingOf(1)).toBeVisible();
    await expectAccessible();
    await text('Kraken').click();
    expect(text('Nice work!').elements()).toEqual([]);
    await text('Ledger').click();
    await expect.element(text('Nice work!')).toBeVisible();
    await goOn();

    await expect.element(headingOf(2)).toHaveFocus();
    expect(screen.path()).toBe('/start?step=2');
    expect(document.title).toBe('Step 2 of 5: Find your address in Ledger · XRP Bridge');
    await expect.element(text('Good to know')).toBeVisible();
    await expectAccessible();
    await goOn();

    await expect.element(headingOf(3)).toHaveFocus();
    await expect.element(screen.getByRole('status').filter({ hasText: 'You got it!' })).toBeInTheDocument();
    await expectAccessible();
    await addressField().fill(address);
    await expect.element(text('Good job! This is a valid XRP address.')).toBeVisible();
    await expectAccessible();
    await goOn();

    await expect.element(headingOf(4)).toHaveFocus();
    await amountField().fill('25');
    await expect.element(text('Nice. Final step coming up.')).toBeVisible();
    await expectAccessible();
    await goOn();

    await expect.element(headingOf(5)).toHaveFocus();
    expect(document.title).toBe('Step 5 of 5: Is everything right? · XRP Bridge');
    await expect.element(screen.getByRole('status').filter({ hasText: 'Crushing it' })).toBeInTheDocument();
    await expectVisible(text(address), text('25 XRP'));
    await expectAccessible();
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toEqual({
      fromExchange: 'kraken',
      toWallet: 'ledger',
      destinationAddress: address,
      sourceAmount: '25',
      serviceFee: '4.00',
    });
    expect(storedDraft()).toBeNull();
  });

  test('can be used by keyboard alone', async () => {
    await open('/start', api);
    await expect.element(headingOf(1)).toBeVisible();
    (radio(/Kraken/).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(radio(/Kraken/)).toBeChecked();
    (radio(/Ledger/).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(radio(/Ledger/)).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect.element(headingOf(2)).toHaveFocus();
  });

  test.each([
    ['My exchange isn’t listed', '/transfer?to=exodus'],
    ['Start your guided transfer', '/transfer-flow?to=exodus&view=select'],
  ])(`${spec('2.1b')} passes the choices on to the page that “%s” opens`, async (name, place) => {
    const screen = await openAt(1, { ...emptyDraft, wallet: 'exodus' });
    expect(page.getByRole('radio').elements()).toHaveLength(6);
    await link(name).click();
    await expect.poll(screen.path).toBe(place);
    await expect.element(radio(/Exodus/)).toBeChecked();
  });

  test(`${spec('2.1c')} lets the customer skip the instructions for finding the wallet’s address`, async () => {
    await openAt(2, path);
    await button('I know where to find my address').click();
    await expect.element(headingOf(3)).toHaveFocus();
  });

  test('leads a customer without an address to the confirmation', async () => {
    const screen = await openAt(3, path);
    await link('I don’t have an address yet').click();
    await expect.element(heading('Confirm your transfer path')).toBeVisible();
    expect(screen.path()).toBe('/?from=kraken&to=ledger&view=confirm');
  });

  test('lists missing choices above the questions', async () => {
    await openAt(1, { ...emptyDraft, exchange: 'kraken' });
    await goOn();
    await link('Please choose the wallet your XRP should go to.').click();
    await expect.element(radio(/Trust Wallet/)).toHaveFocus();
  });
});

describe('the automatic advance of the wizard', () => {
  beforeEach(() => {
    allowMotion();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  /** Advances the timers until the heading has the focus. The delay starts after the answer is shown. */
  const expectNext = (heading: Locator) =>
    expect
      .poll(() => {
        vi.advanceTimersByTime(advanceMs);
        return heading.query() === document.activeElement;
      })
      .toBe(true);

  test(`${spec('4.2')} happens 1.5 seconds after a pair is chosen and “Nice work!” appears`, async () => {
    await open('/start', api);
    await text('Kraken').click();
    await text('Ledger').click();
    await expect.element(text('Nice work!')).toBeVisible();
    vi.advanceTimersByTime(advanceMs - 1);
    await expect.element(headingOf(1)).toBeVisible();
    await expectNext(headingOf(2));
  });

  test(`${spec('2.1d')} happens after a complete address, but not after a typed amount`, async () => {
    await openAt(3, path);
    await addressField().fill(address);
    await expect.element(text('Good job! This is a valid XRP address.')).toBeVisible();
    await expect.poll(storedDraft).toEqual(addressed);
    await expectNext(headingOf(4));
    await amountField().click();
    await userEvent.keyboard('25');
    await expect.poll(storedDraft).toEqual(complete);
    vi.advanceTimersByTime(advanceMs);
    await expect.element(headingOf(4)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(headingOf(5)).toHaveFocus();
  });

  test('does not happen after an invalid answer', async () => {
    await openAt(4, addressed);
    await amountField().click();
    await userEvent.keyboard('0');
    await headingOf(4).click();
    await expect.element(text('Enter an amount greater than 0.')).toBeVisible();
    vi.advanceTimersByTime(advanceMs);
    await expect.element(headingOf(4)).toBeVisible();
  });
});

describe('the way back in the wizard', () => {
  test('is possible with the Back button and the browser’s back navigation, and retains every answer', async () => {
    const screen = await openAt(1, complete);
    for (const step of [1, 2, 3, 4]) {
      await expect.element(headingOf(step)).toBeVisible();
      await goOn();
    }
    await expect.element(headingOf(5)).toHaveFocus();
    await button('Back').click();
    await expect.element(headingOf(4)).toHaveFocus();
    await expect.element(amountField()).toHaveValue('25');
    await screen.back();
    await expect.element(headingOf(3)).toHaveFocus();
    await expect.element(addressField()).toHaveValue(address);
    await button('Back').click();
    await expect.element(headingOf(2)).toHaveFocus();
    await screen.back();
    await expect.element(headingOf(1)).toHaveFocus();
    await expect.element(radio(/Ledger/)).toBeChecked();
    await screen.unmount();
    // If a link from outside opened the page, the button opens the step before this one.
    const linked = await openAt(4, complete);
    await button('Back').click();
    await expect.element(headingOf(3)).toBeVisible();
    expect(linked.path()).toBe('/start?step=3');
  });

  test.each([
    ['exchange', 'from', 1],
    ['wallet', 'to', 1],
    ['address', 'address', 3],
    ['amount', 'amount', 4],
  ])('leads from the summary to the %s', async (_, name, step) => {
    const screen = await openAt(5, complete);
    await button(`Change ${name}`).click();
    await expect.element(headingOf(step)).toHaveFocus();
    await screen.back();
    await expect.element(headingOf(5)).toBeVisible();
  });
});

describe('the stored draft of the wizard', () => {
  test.each([
    ['a missing answer', path, 3],
    ['an address that is wrong', { ...complete, xrpAddress: 'rWrong', amount: '1e9' }, 3],
    ['a secret', { ...complete, xrpAddress: 'sn259rEFXrQrWyx3Q7XneWcwV6dfL' }, 3],
    ['an amount that is wrong', { ...complete, amount: '-1' }, 4],
  ])('with %s opens the step that requests the answer again', async (_, draft, shown) => {
    storeDraft(draft);
    await open('/start?step=5', api);
    await expect.element(headingOf(shown)).toBeVisible();
    await expect.element(page.getByRole('textbox')).toHaveValue('');
    expect(JSON.stringify(storedDraft())).not.toMatch(/rWrong|sn259|-1|1e9/);
  });

  test('is updated when another tab answers or starts over', async () => {
    const screen = await openAt(4, addressed);
    storeDraft({ ...complete, amount: '70' });
    dispatchEvent(new StorageEvent('storage'));
    await expect.element(amountField()).toHaveValue('70');
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage'));
    await expect.element(headingOf(1)).toBeVisible();
    await expect.poll(screen.path).toBe('/start');
  });

  test('is deleted by “Start over”', async () => {
    const screen = await openAt(4, complete);
    await button('Start over').click();
    await expect.element(headingOf(1)).toHaveFocus();
    expect(screen.getByRole('radio', { checked: true }).elements()).toEqual([]);
    expect(storedDraft()).toBeNull();
  });
});

test('the wizard shows an open transfer before its first question', async () => {
  const open_ = { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' };
  localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(open_));
  await open('/start', api);
  await expect.element(heading('You already have a transfer to finish')).toBeVisible();
  await button('Start another transfer').click();
  await expect.element(headingOf(1)).toBeVisible();
});
