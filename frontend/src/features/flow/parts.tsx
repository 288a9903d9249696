import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import type { PathChange } from '../../domain/path/chosen-path.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import type { FlowEvent } from './flow.ts';

/** What a phase knows of the chosen pair, and how it tells what happened. */
export interface PathPhase {
  from: Exchange;
  to: Wallet;
  /** With another choice, where what happened brought one about. */
  tell: (event: FlowEvent, change?: PathChange) => void;
}

/** What a phase after the payment knows. */
export interface OwnPhase {
  transfer: Transfer;
  tell: (event: FlowEvent) => void;
}

/** The steps of choosing and paying, in the words of the landing page. */
export const pathSteps = ['Exchange', 'Wallet', 'Payment'] as const;
