import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, test } from 'vitest';
import {
  type AssistantEvent,
  type AssistantState,
  atStart,
  follow,
  parseState,
  type StepName,
  steps,
} from './steps.ts';

const nowhere = { fromExchange: undefined, toWallet: undefined };
const at = (currentStep: StepName, more: Partial<AssistantState> = {}): AssistantState => ({
  ...atStart,
  currentStep,
  hasSeenStep: { [currentStep]: true },
  ...more,
});
const moved = (step: string): AssistantEvent => ({ type: 'moved', step, ...nowhere });

const names = Object.keys(steps) as StepName[];
const ways = names.flatMap((from) => names.map((to) => [from, to] as const));

describe('the steps of the transfer assistant', () => {
  test('have the numbers and percentages that the specification requires', () => {
    expect(names.map((name) => [name, steps[name].number, steps[name].progress])).toEqual([
      ['home', 1, 0],
      ['exchange-selection', 1, 25],
      ['wallet-selection', 2, 50],
      ['transfer-form', 3, 75],
      ['payment', 4, 90],
      ['payment-error', 4, 90],
      ['success', 5, 100],
    ]);
  });

  test.each(ways)(`${spec('4.17')} change from %s to %s, and the new step is marked as seen`, (from, to) => {
    const next = follow(at(from), moved(to));
    expect(next).toEqual(at(to, { hasSeenStep: { [from]: true, [to]: true }, notice: to !== from && to !== 'home' }));
  });

  test.each([
    ['wallet-setup-guidance', 'success'],
    ['destination-tag-required', 'success'],
    ['destination-tag-not-needed', 'success'],
    ['instructions', 'success'],
    ['something else', 'transfer-form'],
    ['constructor', 'transfer-form'],
  ] as const)('map the screen step “%s” to the assistant’s step “%s”', (screen, step) => {
    expect(follow(at('transfer-form'), moved(screen)).currentStep).toBe(step);
  });

  test('include the chosen exchange and wallet', () => {
    const chosen = { fromExchange: 'kraken', toWallet: 'ledger' } as const;
    expect(follow(at('home'), { type: 'moved', step: 'transfer-form', ...chosen }).transferData).toEqual(chosen);
  });

  test('reset the waiting state only when the step changes', () => {
    const waiting = follow(at('wallet-selection'), { type: 'waited' });
    expect(waiting.waited).toBe(true);
    expect(follow(waiting, moved('wallet-selection')).waited).toBe(true);
    expect(follow(waiting, moved('transfer-form')).waited).toBe(false);
  });
});

describe('the notice of the transfer assistant', () => {
  test('appears with a new step, stays until help is requested, and does not reappear for that step', () => {
    const noticed = follow(at('home'), moved('wallet-selection'));
    expect(noticed.notice).toBe(true);
    expect(follow(noticed, moved('home')).notice).toBe(true);
    const helped = follow(noticed, { type: 'helpAsked' });
    expect(helped).toEqual({ ...noticed, notice: false });
    expect(follow(follow(helped, moved('home')), moved('wallet-selection')).notice).toBe(false);
  });
});

describe('the state of the transfer assistant', () => {
  test('can be expanded, minimized and reset', () => {
    const opened = follow(at('payment'), { type: 'expanded' });
    expect(opened.isMinimized).toBe(false);
    expect(follow(opened, { type: 'minimized' }).isMinimized).toBe(true);
    const far = follow({ ...opened, notice: true, waited: true }, moved('success'));
    expect(follow(far, { type: 'stored', stored: atStart })).toEqual(at('success'));
  });

  test('contains the steps that were seen in another tab', () => {
    const here = at('wallet-selection');
    const there = at('payment', { isMinimized: false });
    const merged = follow(here, { type: 'stored', stored: there });
    expect(merged).toEqual({ ...here, hasSeenStep: { 'wallet-selection': true, payment: true } });
    // If nothing changes, the state is the same object. It is then neither stored nor sent to other tabs.
    expect(follow(merged, { type: 'stored', stored: there })).toBe(merged);
  });
});

describe('the stored state of the transfer assistant', () => {
  test('is restored unchanged', () => {
    const state = at('payment', { isMinimized: false, transferData: { fromExchange: 'kraken', toWallet: 'ledger' } });
    expect(parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  test.each([null, {}, [], 'home', { currentStep: 'constructor', isMinimized: true }, { currentStep: 'home' }])(
    'is discarded if it is the invalid value %j',
    (value) => expect(parseState(value)).toBeUndefined(),
  );

  test('contains only existing steps, exchanges and wallets', () => {
    const hostile = {
      currentStep: 'home',
      isMinimized: true,
      hasSeenStep: { home: true, payment: 'yes', toString: true },
      transferData: { fromExchange: 'constructor', toWallet: ['trust'] },
    };
    expect(parseState(hostile)).toEqual(at('home'));
  });
});
