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

describe('the steps', () => {
  test('have the numbers and the progress of the specification', () => {
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

  test.each(ways)(`${spec('4.17')} from %s to %s: it is followed and marked seen`, (from, to) => {
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
  ] as const)('%s, told by another screen, is %s', (told, step) => {
    expect(follow(at('transfer-form'), moved(told)).currentStep).toBe(step);
  });

  test('the chosen pair goes with each', () => {
    const chosen = { fromExchange: 'kraken', toWallet: 'ledger' } as const;
    expect(follow(at('home'), { type: 'moved', step: 'transfer-form', ...chosen }).transferData).toEqual(chosen);
  });

  test('who stays has waited, and who goes on has not', () => {
    const waiting = follow(at('wallet-selection'), { type: 'waited' });
    expect(waiting.waited).toBe(true);
    expect(follow(waiting, moved('wallet-selection')).waited).toBe(true);
    expect(follow(waiting, moved('transfer-form')).waited).toBe(false);
  });
});

describe('the notice', () => {
  test('comes with a new step, stays until help is asked for, and does not come back with that step', () => {
    const noticed = follow(at('home'), moved('wallet-selection'));
    expect(noticed.notice).toBe(true);
    expect(follow(noticed, moved('home')).notice).toBe(true);
    const helped = follow(noticed, { type: 'helpAsked' });
    expect(helped).toEqual({ ...noticed, notice: false });
    expect(follow(follow(helped, moved('home')), moved('wallet-selection')).notice).toBe(false);
  });
});

describe('the person', () => {
  test('opens it, makes it small, and starts over', () => {
    const opened = follow(at('payment'), { type: 'expanded' });
    expect(opened.isMinimized).toBe(false);
    expect(follow(opened, { type: 'minimized' }).isMinimized).toBe(true);
    const far = follow({ ...opened, notice: true, waited: true }, moved('success'));
    expect(follow(far, { type: 'stored', stored: atStart })).toEqual(at('success'));
  });

  test('has seen what was seen in another tab', () => {
    const here = at('wallet-selection');
    const there = at('payment', { isMinimized: false });
    const told = follow(here, { type: 'stored', stored: there });
    expect(told).toEqual({ ...here, hasSeenStep: { 'wallet-selection': true, payment: true } });
    // What says nothing new is kept no second time, and so told to nobody.
    expect(follow(told, { type: 'stored', stored: there })).toBe(told);
  });
});

describe('what is kept', () => {
  test('is read again', () => {
    const kept = at('payment', { isMinimized: false, transferData: { fromExchange: 'kraken', toWallet: 'ledger' } });
    expect(parseState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  test.each([null, {}, [], 'home', { currentStep: 'constructor', isMinimized: true }, { currentStep: 'home' }])(
    'and is no state: %j',
    (value) => expect(parseState(value)).toBeUndefined(),
  );

  test('holds only steps, exchanges and wallets that there are', () => {
    const hostile = {
      currentStep: 'home',
      isMinimized: true,
      hasSeenStep: { home: true, payment: 'yes', toString: true },
      transferData: { fromExchange: 'constructor', toWallet: ['trust'] },
    };
    expect(parseState(hostile)).toEqual(at('home'));
  });
});
