import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, heading, region } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { startOver } from '../../lib/start-over.ts';
import { type StepName, steps } from './steps.ts';
import { TransferAssistant } from './transfer-assistant.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
const pill = button(/^(Step \d of 5|What to do now)/);
const panel = region('Your transfer, step by step');
const progress = panel.getByRole('progressbar');
const help = panel.getByRole('button', { name: 'Need help?' });
const small = panel.getByRole('button', { name: 'Minimize the steps' });
const hint = panel.getByText(/^Not sure\? Choose the wallet you already use\./);
const chat = dialog('XRP transfer assistant');
const notices = () => document.querySelectorAll('[data-notice]').length;

const storedState = () => JSON.parse(localStorage.getItem('xrp-bridge:assistant_state') ?? '{}');

/** Opens the page and waits for its heading: the heading takes the focus, which would close the panel. */
async function openWhole(path: string, ...handlers: RequestHandler[]): Promise<void> {
  await open(path, api, ...handlers);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Shows a page that sets the assistant's step, with the assistant at the bottom. */
function Journey({ step }: { step: StepName }) {
  useAssistantStep(step, 'kraken', 'ledger');
  return (
    <main>
      <h1>A page of the journey</h1>
      <div className="fixed inset-x-0 bottom-0 flex justify-end">
        <TransferAssistant />
      </div>
    </main>
  );
}

describe('the transfer assistant', () => {
  test.each([360, 768, 1280])(
    `${spec('2.12')} is minimized at %i px until it is pressed, and can be minimized again`,
    async (width) => {
      await page.viewport(width, 740);
      await open('/', api);
      await expect.element(pill).toHaveAccessibleName('Step 1 of 5');
      await expect.element(panel).not.toBeInTheDocument();
      await expectAccessible();
      await pill.click();
      await expect.element(panel.getByText('First choose the exchange that holds your XRP now.')).toBeVisible();
      await expect.element(panel.getByText(/this guide is for XRP only\.$/)).toBeVisible();
      await expect.element(progress).toHaveAttribute('value', '0');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBe(width);
      await small.click();
      await expect.element(panel).not.toBeInTheDocument();
      await expect.element(pill).toHaveFocus();
      await pill.click();
      await userEvent.keyboard('{Escape}');
      await expect.element(panel).not.toBeInTheDocument();
    },
  );

  test.each([
    ['/', '1', '0'],
    ['/?from=kraken', '2', '50'],
  ])('at %s shows step %s', async (path, number, value) => {
    await openWhole(path);
    await expect.element(pill).toHaveAccessibleName(new RegExp(`^Step ${number} of 5`));
    await pill.click();
    await expect.element(progress).toHaveAttribute('value', value);
  });

  test.each([
    ['/transfer', 'exchange-selection'],
    ['/transfer?from=kraken', 'wallet-selection'],
    ['/transfer?from=kraken&to=ledger&view=confirm', 'transfer-form'],
  ] as const)(
    'shows the next action, but no step count, at %s, because the page has its own step count',
    async (path, step) => {
      await openWhole(path);
      await expect.element(pill).toHaveAccessibleName(/^What to do now/);
      await pill.click();
      await expect.element(panel.getByText(steps[step].message)).toBeVisible();
      expect(progress.elements()).toEqual([]);
      await expectAccessible();
    },
  );

  test('shows no step count on the page that counts the three steps at the exchange', async () => {
    await open('/transfer-flow?from=coinbase&to=xumm&view=exchange-help', api);
    await expect.element(heading(/^Step 1 of 3/)).toBeVisible();
    await expect.element(pill).toHaveAccessibleName(/^What to do now/);
  });

  test.each([
    '/?from=kraken&to=ledger&view=confirm',
    '/transfer?from=kraken&to=ledger&view=confirm',
    '/transfer-flow?from=kraken&to=ledger&view=payment',
  ])(`${spec('4.17')} shows a failed order at %s until the customer changes the selection`, async (path) => {
    // At this width the panel stays open while the page scrolls.
    await page.viewport(1280, 740);
    await openWhole(path, refusal('POST /api/transfers', 'internal'));
    await button('Pay $4.00 to continue').click();
    await expect.element(page.getByRole('alert').getByText(/Nothing was charged/)).toBeVisible();
    await pill.click();
    await expect.element(panel.getByText(steps['payment-error'].message)).toBeVisible();
    await help.click();
    await expect.element(page.getByRole('log').getByText(/^You pay once/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Change selection').click();
    await expect.poll(() => storedState().currentStep).toBe('wallet-selection');
  });

  test('has no step count beside the wallet helper, because the helper has its own step count', async () => {
    localStorage.setItem('xrp-bridge:consent', 'true');
    await openWhole('/');
    await expect.element(heading('Step 1 of 3: your exchange')).toBeVisible();
    await expect.element(pill).toHaveAccessibleName(/^What to do now/);
  });

  test('does not report an open guide while the main flow requests the address', async () => {
    api.push({ status: 'instructions_sent' });
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    await openWhole('/transfer-flow');
    await expect.element(heading('Transfer homebase')).toBeVisible();
    await pill.click();
    await expect.element(panel.getByText(/payment went through\. This page shows you what comes next/)).toBeVisible();
  });

  test('is hidden on other pages', async () => {
    const screen = await open('/assistant', api);
    await expect.element(heading('XRP transfer assistant')).toBeVisible();
    expect(pill.elements()).toEqual([]);
    await screen.go('/start');
    await expect.element(button('Ask the assistant')).toBeVisible();
    await import('./transfer-assistant.tsx');
    expect(pill.elements()).toEqual([]);
  });

  test(`${spec('4.17')} shows each step that the page reports, and stores the step as seen`, async () => {
    const names = Object.keys(steps) as StepName[];
    const screen = await render(<Journey step="home" />);
    await pill.click();
    for (const name of names) {
      await screen.rerender(<Journey step={name} />);
      await expect.element(panel.getByText(steps[name].message)).toBeVisible();
      await expect.element(panel.getByRole('heading')).toHaveTextContent(`Step ${steps[name].number} of 5`);
      await expect.element(progress).toHaveAttribute('value', String(steps[name].progress));
      await expectAccessible();
    }
    expect(storedState()).toMatchObject({
      currentStep: 'success',
      isMinimized: false,
      hasSeenStep: Object.fromEntries(names.map((name) => [name, true])),
      transferData: { fromExchange: 'kraken', toWallet: 'ledger' },
    });
  });

  test(`${spec('2.12')} shows a hint after three seconds at the choice of the wallet`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const screen = await render(<Journey step="wallet-selection" />);
    await pill.click();
    await expect.element(panel).toBeVisible();
    vi.advanceTimersByTime(2999);
    await screen.rerender(<Journey step="wallet-selection" />);
    expect(hint.elements()).toEqual([]);
    vi.advanceTimersByTime(1);
    await expect.element(hint).toBeVisible();
    vi.useRealTimers();
    await expectAccessible();
    await screen.rerender(<Journey step="transfer-form" />);
    await expect.element(panel.getByText(steps['transfer-form'].message)).toBeVisible();
    expect(hint.elements()).toEqual([]);
  });

  test('has no visible animation with reduced motion', async () => {
    await open('/transfer', api);
    await expect.poll(notices).toBe(1);
    // With reduced motion the animation exists, but ends within a millisecond.
    const dot = document.querySelector('[data-notice]');
    expect(dot && getComputedStyle(dot).animationName).toBe('pulse');
    expect(dot?.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)).toEqual([]);
  });

  test('closes on a phone after any action on the page', async () => {
    await page.viewport(360, 740);
    await openWhole('/transfer?from=kraken&to=ledger&view=confirm');
    await button('Add my address now').click();
    const places = [page.getByRole('heading', { level: 1 }), page.getByLabelText(/XRP address/)];
    for (const place of places) {
      await pill.click();
      await expect.element(panel).toBeVisible();
      await place.click();
      await expect.element(panel).not.toBeInTheDocument();
    }
    // While the customer types, the bar with the pill is hidden, too.
    await expect.element(pill).not.toBeInViewport();
  });

  test('stays open in a wide window, unless it would cover the focused element', async () => {
    await page.viewport(1280, 740);
    await render(
      <>
        <button type="button">Beside it</button>
        <button type="button" className="fixed right-8 bottom-32">
          Below it
        </button>
        <Journey step="home" />
      </>,
    );
    await pill.click();
    await button('Beside it').click();
    await expect.element(button('Beside it')).toHaveFocus();
    await expect.element(panel).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Below it')).toHaveFocus();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test(`${spec('2.12')} is replaced by the chat after “Need help?”, and the notice disappears`, async () => {
    await openWhole('/transfer');
    await expect.poll(notices).toBe(1);
    await pill.click();
    await expect.poll(notices).toBe(1);
    await help.click();
    await expect.element(chat).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    expect(notices()).toBe(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(pill).toHaveFocus();
    await pill.click();
    await expect.element(panel).toBeVisible();
    await button('Ask the assistant').click();
    await expect.element(chat).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test.each([
    [1280, true],
    [768, false],
  ])('reopens after a reload only in a wide window (%i px, open: %s)', async (width, isOpen) => {
    await page.viewport(width, 740);
    const screen = await open('/', api);
    await pill.click();
    await expect.element(panel).toBeVisible();
    await screen.unmount();
    await open('/', api);
    await expect.element(pill).toHaveAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    await expect.element(pill).not.toHaveFocus();
    await small.click();
    await expect
      .poll(storedState)
      .toMatchObject({ currentStep: 'home', isMinimized: true, hasSeenStep: { home: true } });
  });

  test('deletes the seen steps when the customer starts over', async () => {
    const screen = await open('/transfer', api);
    await expect.poll(() => storedState().hasSeenStep).toMatchObject({ 'exchange-selection': true });
    await screen.go('/transfer?from=kraken');
    await expect.poll(() => storedState().currentStep).toBe('wallet-selection');
    startOver();
    await expect.poll(() => storedState().hasSeenStep).toEqual({ 'wallet-selection': true });
    await screen.unmount();
  });
});
