import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import { useEffect, useSyncExternalStore } from 'react';

/** The customer's step in the journey, as reported by the current page. */
export interface AssistantStep {
  step: string;
  fromExchange: ExchangeId | undefined;
  toWallet: WalletId | undefined;
  /** The step of the guide, counted from 1. */
  guideStep?: number | undefined;
}

const start: AssistantStep = { step: 'home', fromExchange: undefined, toWallet: undefined };
let current = start;
const listeners = new Set<() => void>();

function change(next: AssistantStep): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current step, for the transfer assistant and the chat. */
export function useAssistantContext(): AssistantStep {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => start,
  );
}

/** Reports the step as long as the screen is mounted. */
export function useAssistantStep(
  step: string,
  fromExchange?: ExchangeId,
  toWallet?: WalletId,
  guideStep?: number,
): void {
  useEffect(() => {
    change({ step, fromExchange, toWallet, guideStep });
    return () => change(start);
  }, [step, fromExchange, toWallet, guideStep]);
}
