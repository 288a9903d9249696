import { type ExchangeId, exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, walletIds } from '@xrp-bridge/contracts/wallets';
import type { AssistantStep } from '../../domain/assistant/assistant-step.ts';
import { fieldsOf } from '../../lib/storage.ts';

interface Step {
  /** The number of the step, 1 to 5. In all flows, choosing the exchange is a single step. */
  number: number;
  /** The progress in percent. */
  progress: number;
  message: string;
  /** An additional sentence after the message. */
  note?: string;
  /** A hint for a customer who stays at this step. */
  hint?: string;
}

/** The steps of a transfer, as the transfer assistant shows them. */
export const steps = {
  home: {
    number: 1,
    progress: 0,
    message: 'First choose the exchange that holds your XRP now.',
    note: 'You can move other coins in a similar way, but this guide is for XRP only.',
  },
  'exchange-selection': { number: 1, progress: 25, message: 'Choose the exchange that holds your XRP now.' },
  'wallet-selection': {
    number: 2,
    progress: 50,
    message: 'Now choose the wallet your XRP should go to.',
    hint: 'Not sure? Choose the wallet you already use. If you don’t have one yet, press “Need help?”',
  },
  'transfer-form': {
    number: 3,
    progress: 75,
    message: 'Check your path. You can also add your wallet’s address after you pay.',
  },
  payment: { number: 4, progress: 90, message: 'You only pay once. Paying doesn’t move your XRP.' },
  'payment-error': {
    number: 4,
    progress: 90,
    message: 'We couldn’t start your payment. We’ve saved what you entered, and this page shows what you can do now.',
  },
  // This step is shown after the payment, while the main flow asks for the address and on its last page.
  success: { number: 5, progress: 100, message: 'Your payment went through. This page shows you what comes next.' },
} as const satisfies Record<string, Step>;

export const lastNumber = steps.success.number;

export type StepName = keyof typeof steps;

/** Maps steps of other screens to the assistant's steps. */
const elsewhere = new Map<string, StepName>([
  // The main flow asks for the address after the payment.
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
  /** True from a new step until the customer asks for help. */
  notice: boolean;
  /** True if the customer has stayed at this step for a while. */
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
  /** Another tab or `startOver` has changed the stored state. */
  | { type: 'stored'; stored: AssistantState };

/** Returns the state after an event of the page or of the panel. */
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
    case 'stored': {
      const { hasSeenStep } = event.stored;
      // After `startOver` nothing is stored, so `stored` is the default state. Only the step of the current page stays.
      if (event.stored === atStart) {
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

/** Parses a stored state. Returns undefined for an invalid state. */
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
