import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** The phases of the main flow, with their names in the URL. Phases up to `payment` need no transfer. */
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

/** The facts that decide which phases are possible. */
export interface FlowFacts {
  from: ExchangeId | null;
  to: WalletId | null;
  /** True if the URL contains both exchange and wallet. */
  preselected: boolean;
  /** The state of this browser's own transfer, which must be paid. */
  transfer: 'none' | 'paid' | 'completed';
  /** True if the concierge is offered and not owned yet. */
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

const transitions: Record<Phase, Partial<Record<FlowEvent, (known: FlowFacts) => Phase>>> = {
  select: { 'path-chosen': () => 'confirm' },
  confirm: {
    'path-confirmed': ({ from }) => (from === 'robinhood' ? 'robinhood' : 'payment'),
    'path-rejected': () => 'select',
    'help-wanted': () => 'exchange-help',
  },
  'exchange-help': { 'help-ended': () => 'confirm' },
  robinhood: { 'bridge-crossed': () => 'payment', 'path-rejected': () => 'select' },
  // The phase after a return from the checkout; until the payment it leads to the beginning.
  payment: { ordered: () => 'assistant', 'path-rejected': () => 'select' },
  assistant: { 'homebase-ready': () => 'completion', 'another-wanted': () => 'select' },
  completion: { 'another-wanted': () => 'select' },
  'concierge-upgrade': { 'upgrade-skipped': () => 'success', 'another-wanted': () => 'select' },
  success: { 'another-wanted': () => 'select' },
};

/** Returns the phase after an event; an event without a meaning in a phase changes nothing. */
export function nextPhase(phase: Phase, event: FlowEvent, known: FlowFacts): Phase {
  return transitions[phase][event]?.(known) ?? phase;
}

/** Returns the requested phase if its requirements are met, else the phase that is possible. */
export function possiblePhase(requested: string | null, known: FlowFacts): Phase {
  const phase = phases.find((one) => one === requested) ?? startOf(known);
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

/** Returns whether the phase depends on the state of the transfer. */
export function needsTransfer(requested: string | null): boolean {
  const phase = phases.find((one) => one === requested);
  return phase === undefined || phases.indexOf(phase) > phases.indexOf('payment');
}

/**
 * Returns the first phase.
 * After a payment it is the homebase, after the end the offers, with a chosen pair its confirmation.
 */
function startOf(known: FlowFacts): Phase {
  if (known.transfer === 'paid') return 'assistant';
  if (known.transfer === 'completed' && !known.preselected) return endOf(known);
  return hasPath(known) ? 'confirm' : 'select';
}

/** Returns the phase after the end: the upgrade if it is offered and not owned, else success. */
function endOf({ upgradable }: FlowFacts): Phase {
  return upgradable ? 'concierge-upgrade' : 'success';
}

function hasPath({ from, to }: FlowFacts): boolean {
  return from !== null && to !== null;
}
