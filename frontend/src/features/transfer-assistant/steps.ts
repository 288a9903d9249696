import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import type { AssistantStep } from '../../domain/assistant/assistant-step.ts';
import { fieldsOf } from '../../lib/storage.ts';

interface Step {
  /** Of five: choosing the exchange is one step, wherever it is done. */
  number: number;
  /** In per cent. */
  progress: number;
  message: string;
  /** Said as well. */
  note?: string;
  /** Said to whoever stays at this step. */
  hint?: string;
}

/** The way of a transfer as the transfer assistant tells it. */
export const steps = {
  home: {
    number: 1,
    progress: 0,
    message: 'First choose the exchange that holds your XRP now.',
    note: 'Other coins move in a similar way, but this guide is for XRP only.',
  },
  'exchange-selection': { number: 1, progress: 25, message: 'Choose the exchange that holds your XRP now.' },
  'wallet-selection': {
    number: 2,
    progress: 50,
    message: 'Now choose the wallet your XRP should go to.',
    hint: 'Not sure? Choose the wallet that you use already. If you have none yet, press “Need help?”.',
  },
  'transfer-form': {
    number: 3,
    progress: 75,
    message:
      'Check your path. Paste the address of your wallet if you have it at hand. Your guide can ask for it later.',
  },
  payment: { number: 4, progress: 90, message: 'You pay once, for the guide. Paying does not move your XRP.' },
  'payment-error': {
    number: 4,
    progress: 90,
    message: 'The payment did not work. What you entered is kept, and this page shows what you can do now.',
  },
  // Also while the main flow still asks for the address, and at its end.
  success: { number: 5, progress: 100, message: 'Your payment went through. This page shows you what comes next.' },
} as const satisfies Record<string, Step>;

export const lastNumber = steps.success.number;

export type StepName = keyof typeof steps;

/** What other screens of the journey call their steps. */
const elsewhere = new Map<string, StepName>([
  // In the main flow the address is asked for once it is paid.
  ['wallet-setup-guidance', 'success'],
  ['destination-tag-required', 'success'],
  ['destination-tag-not-needed', 'success'],
  ['instructions', 'success'],
]);

export interface AssistantState {
  currentStep: StepName;
  isMinimized: boolean;
  hasSeenStep: Partial<Record<StepName, boolean>>;
  transferData: { fromExchange: ExchangeId | undefined; toWallet: WalletId | undefined };
  /** There is something new, until help was asked for. */
  notice: boolean;
  /** The person has stayed at this step for a while. */
  waited: boolean;
}

export const atStart: AssistantState = {
  currentStep: 'home',
  isMinimized: true,
  hasSeenStep: {},
  transferData: { fromExchange: undefined, toWallet: undefined },
  notice: false,
  waited: false,
};

export type AssistantEvent =
  | ({ type: 'moved' } & AssistantStep)
  | { type: 'waited' | 'expanded' | 'minimized' | 'helpAsked' }
  /** Another tab, or starting over, has changed what is kept. */
  | { type: 'heard'; kept: AssistantState };

/** Follows the step that the page tells, and what the person does with the panel. */
export function follow(state: AssistantState, event: AssistantEvent): AssistantState {
  switch (event.type) {
    case 'moved': {
      const { fromExchange, toWallet } = event;
      const step = stepOf(event.step) ?? state.currentStep;
      const isNew = !state.hasSeenStep[step];
      return {
        ...state,
        currentStep: step,
        hasSeenStep: { ...state.hasSeenStep, [step]: true },
        transferData: { fromExchange, toWallet },
        notice: state.notice || (isNew && step !== 'home'),
        waited: state.waited && step === state.currentStep,
      };
    }
    case 'waited':
      return { ...state, waited: true };
    case 'expanded':
      return { ...state, isMinimized: false };
    case 'minimized':
      return { ...state, isMinimized: true };
    case 'helpAsked':
      return { ...state, notice: false };
    case 'heard': {
      const { hasSeenStep } = event.kept;
      // Nothing is kept any more: the person has started over. The page in front of them is where it was.
      if (event.kept === atStart) {
        return { ...atStart, currentStep: state.currentStep, hasSeenStep: { [state.currentStep]: true } };
      }
      const isNew = stepNames.some((name) => hasSeenStep[name] && !state.hasSeenStep[name]);
      return isNew ? { ...state, hasSeenStep: { ...state.hasSeenStep, ...hasSeenStep } } : state;
    }
  }
}

function stepOf(name: string): StepName | undefined {
  return Object.hasOwn(steps, name) ? (name as StepName) : elsewhere.get(name);
}

/** What is kept of it, of anything; undefined if it is no such thing. */
export function parseState(value: unknown): AssistantState | undefined {
  const { currentStep, isMinimized, hasSeenStep, transferData } = fieldsOf(value);
  const step = stepNames.find((name) => name === currentStep);
  if (!step || typeof isMinimized !== 'boolean') return undefined;
  const seen = fieldsOf(hasSeenStep);
  const { fromExchange, toWallet } = fieldsOf(transferData);
  return {
    ...atStart,
    currentStep: step,
    isMinimized,
    hasSeenStep: Object.fromEntries(stepNames.filter((name) => seen[name] === true).map((name) => [name, true])),
    transferData: {
      fromExchange: exchangeIds.find((id) => id === fromExchange),
      toWallet: walletIds.find((id) => id === toWallet),
    },
  };
}

const stepNames = Object.keys(steps) as StepName[];
