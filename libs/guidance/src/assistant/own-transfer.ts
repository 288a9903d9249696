import { readableXrp } from '@xrp-bridge/contracts/drops';

/** The state of the customer's own transfer. Only its owner may see it. */
export interface OwnTransfer {
  status: 'pending' | 'paid' | 'instructions_sent' | 'completed' | 'refunded' | 'expired';
  /** The sum of the arrivals in XRP; '0' if nothing has arrived. */
  arrivedXrp: string;
  /** True if the customer reported an arrival that the ledger does not show. */
  claimed: boolean;
  watch: 'watching' | 'ended' | null;
  refundRequested: boolean;
  /** The current step of the guide, counted from 1; null if unknown. */
  guideStep: number | null;
}

/**
 * Entries about the progress of a transfer.
 * For the transfer's owner, their answers begin with the transfer's state.
 */
const aboutProgress: readonly string[] = [
  'not-arrived',
  'duration',
  'completed',
  'hash',
  'hold',
  'come-back',
  'refund',
  'wallet-empty',
];

/**
 * Returns the first sentence of an answer about progress.
 * Returns null for another subject, or if the caller is not the owner.
 */
export function stateSentence(entry: string, own: OwnTransfer | null): string | null {
  return own && aboutProgress.includes(entry) ? describeState(own) : null;
}

function describeState({ status, arrivedXrp, claimed, watch, refundRequested, guideStep }: OwnTransfer): string {
  const step = guideStep ? `You’re on step ${guideStep} of your guide` : 'Your guide is ready';
  if (status === 'completed') return 'Your XRP is home, and your transfer is done.';
  if (status === 'refunded') return 'We refunded your payment for this guide.';
  if (status === 'pending' || status === 'expired') return 'You haven’t paid for this guide yet.';
  if (refundRequested) return 'You asked for a refund, and we’ll email you about it.';
  if (claimed) return 'You told us your XRP arrived, and we’re still looking for it on the XRP network.';
  if (arrivedXrp !== '0') return `${step}, and we’ve seen ${readableXrp(arrivedXrp)} arrive.`;
  if (watch === 'watching') return `${step}, and we’re watching for your XRP but haven’t seen it yet.`;
  if (watch === 'ended') return 'We’ve stopped watching for your XRP, but you can still use your guide.';
  return `${step}.`;
}
