import { readableXrp } from '@xrp-bridge/contracts/drops';
import { useEffect } from 'react';
import { openTransfer } from '../../domain/transfer/open-transfer.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import type { Instructions } from './api.ts';

/** Stores the customer's next action on this device, for the pages that lead back to the guide. */
export function useNextAction({ id, arrivals, mine }: Transfer, next: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival resets the stored value
  useEffect(() => {
    const stored = openTransfer.get();
    if (mine && next && stored?.id === id && stored.next !== next) openTransfer.set({ ...stored, next });
  }, [id, mine, next, arrivals.length]);
}

/** Returns the next action in words: "send your 2 XRP test (step 5)". */
export function nextActionOf(
  step: Instructions['steps'][number],
  { kind, amountXrp }: Instructions['sendNow'],
  isSent: boolean,
): string {
  if (isSent) return 'wait while we watch for your XRP';
  const { id, step: number, title } = step;
  if (id !== 'send') return `${title.charAt(0).toLowerCase()}${title.slice(1)} (step ${number})`;
  const amount = amountXrp ? readableXrp(amountXrp) : 'XRP';
  const what = { test: `your ${amount} test`, all: `your ${amount}`, rest: amountXrp ? amount : 'the rest' }[kind];
  return `send ${what} (step ${number})`;
}

/** Returns the assistant's id for the current step. */
export function assistantStep({ destinationAddress, destinationTag }: Transfer, takesAddress: boolean): string {
  if (destinationAddress === 'pending') return 'wallet-setup-guidance';
  if (!takesAddress) return 'instructions';
  return destinationTag === null ? 'destination-tag-not-needed' : 'destination-tag-required';
}
