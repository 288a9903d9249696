import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, radio, region, text } from '../../../test/locators.ts';
import { expectAccessible, expectFocusAround, expectSummaryAbove, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';
import { startOver } from '../../lib/start-over.ts';

const both = '/?from=kraken&to=ledger';

let api: FakeApi;
let spoken: string[];
beforeEach(() => {
  api = new FakeApi();
  spoken = [];
  vi.spyOn(speechSynthesis, 'speak').mockImplementation(({ text }) => void spoken.push(text));
});
// The specification defines `voiceOn` without a prefix.
const nameOf = (key: string) => (key === 'voiceOn' ? key : `xrp-bridge:${key}`);
const stored = (key: string) => localStorage.getItem(nameOf(key));
const store = (key: string, value: unknown) => localStorage.setItem(nameOf(key), JSON.stringify(value));
const question = () => heading('Would you like XRP Bridge to guide you step-by-step?');
const step = (name: string) => page.getByRole('heading', { name });
const pill = () => button('Guide me step by step');
const press = (name: string) => page.getByRole('button', { name }).click();
/** Opens the panel with the question, and answers the question. */
async function answer(name: 'Yes' | 'No'): Promise<void> {
  await question().getByRole('button').click();
  await press(name);
}

describe('guidance offer', () => {
  test.each(['/', '/transfer'])(
    'is above the choice of the path on %s, and does not speak before the customer accepts',
    async (path) => {
      store('voiceOn', true);
      await open(path, api);
      await expect.element(question()).toBeVisible();
      const [choice, offer] = [region('Choose your path'), question()].map((one) =>
        one.element().getBoundingClientRect(),
      );
      expect(offer?.bottom).toBeLessThan(choice?.top ?? 0);
      await expectAccessible();
      await text('Kraken').click();
      await expect.element(radio(/Kraken/)).toBeChecked();
      await expect.element(question()).toBeVisible();
      expect(spoken).toEqual([]);
      expect(stored('consent')).toBeNull();
    },
  );

  test(`${spec('2.13a')} disappears after “No”, does not return automatically, and can be opened again`, async () => {
    const screen = await open('/', api);
    await answer('No');
    await expect.element(question()).not.toBeInTheDocument();
    expect(stored('consent')).toBeNull();
    // A button replaces the offer and takes the focus.
    expect(document.activeElement).toContainElement(pill().element());
    await expectAccessible();
    await screen.unmount();
    await open('/', api);
    await expect.element(pill()).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
    await pill().click();
    await expect.element(question()).toBeVisible();
    await expect.element(button('Yes')).toBeVisible();
  });

  test('is collapsed to one line, and expands into a panel that takes the focus', async () => {
    await open('/', api);
    const line = question().getByRole('button');
    await expect.element(line).toHaveAttribute('aria-expanded', 'false');
    expect(button('Yes').elements()).toEqual([]);
    await line.click();
    const panel = region('Would you like XRP Bridge to guide you step-by-step?');
    await expectVisible(panel.getByRole('button', { name: 'Yes' }), panel.getByRole('button', { name: 'No' }));
    expect(document.activeElement).toContainElement(panel.element());
    await expectAccessible();
  });

  test(`${spec('2.13a')} stores the answer “Yes”, and deletes it after a later “No”`, async () => {
    const screen = await open('/', api);
    await answer('Yes');
    await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
    expect(document.activeElement).toContainElement(step('Step 1 of 3: your exchange').element());
    expect(stored('consent')).toBe('true');
    await press('Close the step-by-step help');
    await expect.element(step('Step 1 of 3: your exchange')).not.toBeInTheDocument();
    expect(stored('consent')).toBe('true');
    await screen.unmount();
    await open('/transfer', api);
    await pill().click();
    await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
    await press('Stop helping me');
    await expect.element(pill()).toBeVisible();
    expect(stored('consent')).toBeNull();
  });

  test('follows the answer “Yes” in another tab without taking the focus', async () => {
    await open('/', api);
    await expect.element(question()).toBeVisible();
    const first = radio(/Coinbase/);
    (first.element() as HTMLElement).focus();
    store('consent', true);
    dispatchEvent(new StorageEvent('storage', { key: 'xrp-bridge:consent', newValue: 'true' }));
    await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
    await expect.element(first).toHaveFocus();
  });

  test('deletes the stored “Yes” after “Start over”, and stays collapsed if the customer has closed it', async () => {
    store('consent', true);
    store('helper-closed', true);
    await open('/', api);
    await expect.element(pill()).toBeVisible();
    startOver();
    expect(stored('consent')).toBeNull();
    await expect.element(pill()).toBeVisible();
    await pill().click();
    await expect.element(question()).toBeVisible();
  });
});

describe('guided customer', () => {
  test('stays on the page after the second choice and is led to the payment step', async () => {
    await page.viewport(360, 740);
    const screen = await open('/', api);
    await answer('Yes');
    expect(stored('voiceOn')).toBe('true');
    await text('Kraken').click();
    await text('Trust Wallet').click();
    await expect.element(step('Step 3 of 3: payment')).toBeInViewport();
    expect(document.activeElement).toContainElement(step('Step 3 of 3: payment').element());
    expect(screen.path()).not.toContain('view=confirm');
    await button('Continue to secure checkout: $4.00').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('gets no sound if the sound was turned off before', async () => {
    store('voiceOn', false);
    await open('/', api);
    await answer('Yes');
    await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
    expect(stored('voiceOn')).toBe('false');
  });
});

describe('guidance steps', () => {
  beforeEach(() => store('consent', true));

  test(`${spec('4.22')} follow the choices, update a status for screen readers, and are read aloud when the sound is on`, async () => {
    await open('/', api);
    await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
    const helper = region(/Step . of 3/);
    const status = helper.getByRole('status').element();
    await helper.getByRole('button', { name: 'Read messages aloud' }).click();
    await expect
      .poll(() => spoken)
      .toEqual(['Choose the exchange that holds your XRP now. That’s usually where you bought it.']);
    await text('Kraken').click();
    await expect.element(step('Step 2 of 3: your wallet')).toBeVisible();
    expect(status.textContent).toBe('Good job! Now choose the wallet you want your XRP in.');
    await expect.poll(() => spoken.at(-1)).toBe(status.textContent);
    await expectAccessible();
    const silenced = vi.spyOn(speechSynthesis, 'cancel');
    await helper.getByRole('button', { name: 'Read messages aloud' }).click();
    expect(silenced).toHaveBeenCalled();
    expect(stored('voiceOn')).toBe('false');
    (radio(/Trust Wallet/).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(step('Step 3 of 3: payment')).toBeVisible();
    expect(status.isConnected).toBe(true);
    expect(spoken).toHaveLength(2);
  });

  test.each([
    ['/', 'exchange', /Coinbase/],
    ['/transfer?from=kraken', 'wallet', /Trust Wallet/],
  ])(`${spec('5.2')} at %s focus the first %s if “Next step” is pressed before a choice`, async (path, _, first) => {
    await open(path, api);
    const helper = region(/Step . of 3/);
    await helper.getByRole('button', { name: 'Next step' }).click();
    await expectVisible('Please complete selections', 'Select both an exchange and wallet first');
    await expect.element(radio(first)).toHaveFocus();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    // The next choice dismisses the toast. Until then, hovering stops the toast's timer.
    await text('Please complete selections').hover();
    await userEvent.keyboard(' ');
    await expect.element(text('Please complete selections')).not.toBeInTheDocument();
  });

  test.each([
    ['does not exist', () => vi.spyOn(speechSynthesis, 'speak'), true],
    ['throws', () => vi.spyOn(speechSynthesis, 'speak').mockImplementation(() => raise()), false],
    ['lacks SpeechSynthesisUtterance', () => vi.stubGlobal('SpeechSynthesisUtterance', undefined), false],
  ])('appear in a browser whose speech synthesis %s', async (_, breakSpeech, missing) => {
    store('voiceOn', true);
    breakSpeech();
    const there = Object.getOwnPropertyDescriptor(window, 'speechSynthesis');
    if (missing) Reflect.deleteProperty(window, 'speechSynthesis');
    try {
      await open('/', api);
      await expect.element(step('Step 1 of 3: your exchange')).toBeVisible();
      await text('Kraken').click();
      await expect.element(step('Step 2 of 3: your wallet')).toBeVisible();
      const toggles = button('Read messages aloud');
      expect(toggles.elements()).toHaveLength(missing ? 0 : 1);
    } finally {
      if (there) Object.defineProperty(window, 'speechSynthesis', there);
      vi.unstubAllGlobals();
    }
  });
});

describe('guidance with exchange and wallet chosen', () => {
  beforeEach(() => store('consent', true));

  test(`${spec('2.13b')} shows both choices, and a button with the price beside the page’s own button`, async () => {
    const screen = await open(both, api);
    await expectVisible(text('Exchange: Kraken'), text('Wallet: Ledger'), 'Sandbox');
    const pay = button('Continue to secure checkout: $4.00');
    const goOn = button('Continue with Kraken to Ledger');
    // Only one of the two buttons looks like the primary one.
    const [paint, quiet] = [goOn, pay].map((one) => getComputedStyle(one.element()).backgroundColor);
    expect(paint).not.toBe(quiet);
    await expectAccessible();
    await pay.click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
    expect(api.bodies('POST', '/api/transfers')).toEqual([order]);
  });

  test('does not preselect guide or concierge', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await open(both, api);
    await button('Continue to secure checkout').click();
    const guide = radio(/^Guide \$4\.00/);
    await expectSummaryAbove(guide);
    await screen
      .getByRole('alert')
      .getByRole('link', { name: 'Please choose “Guide” or “Guide with concierge.”' })
      .click();
    await expect.element(guide).toHaveFocus();
    await expect.element(guide).not.toBeChecked();
    await expectAccessible();
    expect(api.called('POST', '/api/transfers')).toEqual([]);
    await radio(/^Guide with concierge \$17\.76/).click();
    await button('Continue to secure checkout: $17.76').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toMatchObject({ serviceFee: '17.76' });
  });

  test(`${spec('8.1')} shows an error when the order fails, and can retry`, async () => {
    const down = refusal('POST /api/transfers', 'service_unavailable');
    const screen = await open(both, api, down);
    const pay = button('Continue to secure checkout: $4.00');
    const praise = text('Nice work!', { exact: false });
    await expect.element(praise).toBeVisible();
    await pay.click();
    await expect.element(praise).not.toBeVisible();
    const passing = region(/^Notifications/);
    await expectVisible(passing.getByText('Error'), passing.getByText('Failed to start checkout process'));
    // The toast disappears, but the error stays on the page.
    await expectFocusAround(heading('Failed to start checkout process'));
    await expect.element(pay).not.toHaveAttribute('aria-disabled');
    expect(screen.path()).toBe(both);
    down.end();
    await pay.click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('links to an open transfer and offers no second order', async () => {
    store('open-transfer', { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' });
    await open(both, api);
    await expect
      .element(text(/^Your last transfer isn’t done yet: Coinbase to Xaman\. Next: pay for your guide\./))
      .toBeVisible();
    await expect.element(link('Finish that transfer')).toHaveAttribute('href', `/checkout?transfer=${id}`);
    expect(button(/secure checkout/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('disappears when the page shows the confirmation of the path', async () => {
    await open(`${both}&view=confirm`, api);
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    expect(heading(/Step . of 3/).elements()).toEqual([]);
    expect(button(/secure checkout/).elements()).toEqual([]);
  });
});

function raise(): never {
  throw new Error('Speech is blocked');
}
