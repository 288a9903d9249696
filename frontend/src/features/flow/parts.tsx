import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import type { PathChange } from '../../domain/path/chosen-path.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import type { FlowEvent } from './flow.ts';

/** The props of a phase before the payment. */
export interface PathPhase {
  from: Exchange;
  to: Wallet;
  /** Sends an event to the flow, with a changed choice if the event caused one. */
  dispatch: (event: FlowEvent, change?: PathChange) => void;
}

/** The props of a phase after the payment. */
export interface OwnPhase {
  transfer: Transfer;
  dispatch: (event: FlowEvent) => void;
}

/** The steps before the payment, with the same names as on the landing page. */
export const pathSteps = ['Exchange', 'Wallet', 'Payment'] as const;
