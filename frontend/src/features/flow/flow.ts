import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';

/**
 * The phases of the main flow, with their names in the URL.
 * The phases up to `payment` need no transfer.
 */
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
  /** The state of this browser's own transfer; 'none' unless the transfer is paid. */
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

const transitions: Record<Phase, Partial<Record<FlowEvent, (facts: FlowFacts) => Phase>>> = {
  select: { 'path-chosen': () => 'confirm' },
  confirm: {
    'path-confirmed': ({ from }) => (from === 'robinhood' ? 'robinhood' : 'payment'),
    'path-rejected': () => 'select',
    'help-wanted': () => 'exchange-help',
  },
  'exchange-help': { 'help-ended': () => 'confirm' },
  robinhood: { 'bridge-crossed': () => 'payment', 'path-rejected': () => 'select' },
  // `assistant` is the phase after a return from the checkout. Without a payment, the flow starts
  // again.
  payment: { ordered: () => 'assistant', 'path-rejected': () => 'select' },
  assistant: { 'homebase-ready': () => 'completion', 'another-wanted': () => 'select' },
  completion: { 'another-wanted': () => 'select' },
  'concierge-upgrade': { 'upgrade-skipped': () => 'success', 'another-wanted': () => 'select' },
  success: { 'another-wanted': () => 'select' },
};

/** Returns the phase after an event. An event that has no transition in a phase changes nothing. */
export function nextPhase(phase: Phase, event: FlowEvent, facts: FlowFacts): Phase {
  return transitions[phase][event]?.(facts) ?? phase;
}

/** Returns the requested phase if its requirements are met, or else a phase that is possible. */
export function possiblePhase(requested: string | null, facts: FlowFacts): Phase {
  const phase = phases.find((one) => one === requested) ?? startOf(facts);
  switch (phase) {
    case 'select':
      return 'select';
    case 'confirm':
    case 'exchange-help':
    case 'payment':
      return hasPath(facts) ? phase : 'select';
    case 'robinhood':
      return hasPath(facts) && facts.from === 'robinhood' ? phase : startOf(facts);
    case 'assistant':
    case 'completion':
      return facts.transfer === 'completed' ? endOf(facts) : facts.transfer === 'paid' ? phase : startOf(facts);
    case 'concierge-upgrade':
      return facts.transfer === 'completed' ? endOf(facts) : startOf(facts);
    case 'success':
      return facts.transfer === 'completed' ? phase : startOf(facts);
  }
}

/** Returns true if the phase depends on the state of the transfer. */
export function needsTransfer(requested: string | null): boolean {
  const phase = phases.find((one) => one === requested);
  return phase === undefined || phases.indexOf(phase) > phases.indexOf('payment');
}

/**
 * Returns the first phase.
 * A paid transfer starts at the questions about the wallet, a completed transfer at the offers. If exchange and wallet
 * are preselected, a completed transfer is ignored. All other visits start at the confirmation of the chosen pair, or
 * at the selection.
 */
function startOf(facts: FlowFacts): Phase {
  if (facts.transfer === 'paid') return 'assistant';
  if (facts.transfer === 'completed' && !facts.preselected) return endOf(facts);
  return hasPath(facts) ? 'confirm' : 'select';
}

/** Returns the phase after the end: the upgrade if it is offered and not owned, or else success. */
function endOf({ upgradable }: FlowFacts): Phase {
  return upgradable ? 'concierge-upgrade' : 'success';
}

function hasPath({ from, to }: FlowFacts): boolean {
  return from !== null && to !== null;
}
