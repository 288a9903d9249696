import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** The phases of the main flow, as they are called in the address. Up to `payment`, no transfer is needed. */
export const phases = [
  'select',
  'confirm',
  'exchange-help',
  'robinhood',
  'payment',
  'assistant',
  'completion',
  'concierge-upgrade',
  'success',
] as const;

export type Phase = (typeof phases)[number];

/** What decides where somebody may stand. */
export interface Known {
  from: ExchangeId | null;
  to: WalletId | null;
  /** Both were named by the address that led here. */
  preselected: boolean;
  /** The transfer of one's own: paid and on its way, or at its end. */
  transfer: 'none' | 'paid' | 'completed';
  /** The concierge is on offer, and not yet owned. */
  upgradable: boolean;
}

export type FlowEvent =
  | 'path-chosen'
  | 'path-confirmed'
  | 'path-rejected'
  | 'help-wanted'
  | 'help-ended'
  | 'bridge-crossed'
  | 'ordered'
  | 'homebase-ready'
  | 'upgrade-skipped'
  | 'another-wanted';

const transitions: Record<Phase, Partial<Record<FlowEvent, (known: Known) => Phase>>> = {
  select: { 'path-chosen': () => 'confirm' },
  confirm: {
    'path-confirmed': ({ from }) => (from === 'robinhood' ? 'robinhood' : 'payment'),
    'path-rejected': () => 'select',
    'help-wanted': () => 'exchange-help',
  },
  'exchange-help': { 'help-ended': () => 'confirm' },
  robinhood: { 'bridge-crossed': () => 'payment', 'path-rejected': () => 'select' },
  // Where somebody stands who comes back from the checkout; until it is paid, that is where they began.
  payment: { ordered: () => 'assistant', 'path-rejected': () => 'select' },
  assistant: { 'homebase-ready': () => 'completion', 'another-wanted': () => 'select' },
  completion: { 'another-wanted': () => 'select' },
  'concierge-upgrade': { 'upgrade-skipped': () => 'success', 'another-wanted': () => 'select' },
  success: { 'another-wanted': () => 'select' },
};

/** Where an event leads; what means nothing in a phase changes nothing. */
export function nextPhase(phase: Phase, event: FlowEvent, known: Known): Phase {
  return transitions[phase][event]?.(known) ?? phase;
}

/** The phase somebody stands in who asks for one, or for none: where its needs are missing, the one that they have. */
export function standIn(asked: string | null, known: Known): Phase {
  const phase = phases.find((one) => one === asked) ?? startOf(known);
  switch (phase) {
    case 'select':
      return 'select';
    case 'confirm':
    case 'exchange-help':
    case 'payment':
      return hasPath(known) ? phase : 'select';
    case 'robinhood':
      return hasPath(known) && known.from === 'robinhood' ? phase : startOf(known);
    case 'assistant':
    case 'completion':
      return known.transfer === 'completed' ? endOf(known) : known.transfer === 'paid' ? phase : startOf(known);
    case 'concierge-upgrade':
      return known.transfer === 'completed' ? endOf(known) : startOf(known);
    case 'success':
      return known.transfer === 'completed' ? phase : startOf(known);
  }
}

/** Whether it must be known first how the transfer stands. */
export function needsTransfer(asked: string | null): boolean {
  const phase = phases.find((one) => one === asked);
  return phase === undefined || phases.indexOf(phase) > phases.indexOf('payment');
}

/** Payment success leads to the homebase, the end of a transfer to what comes after it, and a known pair is confirmed. */
function startOf(known: Known): Phase {
  if (known.transfer === 'paid') return 'assistant';
  if (known.transfer === 'completed' && !known.preselected) return endOf(known);
  return hasPath(known) ? 'confirm' : 'select';
}

/** The upgrade leads to success, and so does what is not on offer, or owned already. */
function endOf({ upgradable }: Known): Phase {
  return upgradable ? 'concierge-upgrade' : 'success';
}

function hasPath({ from, to }: Known): boolean {
  return from !== null && to !== null;
}
