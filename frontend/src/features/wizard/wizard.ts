import { type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, wallets } from '@xrp-bridge/contracts/wallets';
import { fieldsOf } from '../../lib/storage.ts';

/**
 * The steps: 1 exchange and wallet, 2 the guide to the address, 3 the address, 4 the amount, 5 the
 * summary.
 */
export type Step = 1 | 2 | 3 | 4 | 5;
export const lastStep: Step = 5;

// Spec 1, screen 1 names the options of the wizard. All other options are on the transfer page.
export const wizardExchanges = exchanges.filter(({ id }) => ['coinbase', 'binance', 'kraken'].includes(id));
export const wizardWallets = wallets.filter(({ id }) => ['trust', 'exodus', 'ledger'].includes(id));

/** The answers so far. A field is null or '' until it has a valid answer. */
export interface Draft {
  exchange: ExchangeId | null;
  wallet: WalletId | null;
  xrpAddress: string;
  amount: string;
}

export const emptyDraft: Draft = { exchange: null, wallet: null, xrpAddress: '', amount: '' };

/** The result of the check of the answer on the current step. */
export type Validation = 'idle' | 'valid' | 'invalid';

export interface Wizard {
  step: Step;
  draft: Draft;
  validation: Validation;
}

export type WizardEvent =
  | { type: 'chosen'; exchange?: ExchangeId | undefined; wallet?: WalletId | undefined }
  | { type: 'typed'; field: 'xrpAddress' | 'amount'; text: string; validation: Validation }
  | { type: 'advanced' }
  /** The customer opened a step with the address bar, the back button or a link in the summary. */
  | { type: 'arrived'; step: Step }
  /** Another tab has answered, ordered or started over. */
  | { type: 'restored'; draft: Draft };

/** Returns the wizard after an event. Never returns a step whose earlier steps lack answers. */
export function reduce(wizard: Wizard, event: WizardEvent): Wizard {
  const { step, draft } = wizard;
  switch (event.type) {
    case 'chosen': {
      const { exchange = draft.exchange, wallet = draft.wallet } = event;
      // An address belongs to one wallet, so it is deleted when another wallet is chosen.
      const xrpAddress = wallet === draft.wallet ? draft.xrpAddress : '';
      return {
        ...wizard,
        draft: { ...draft, exchange, wallet, xrpAddress },
        validation: exchange && wallet ? 'valid' : 'idle',
      };
    }
    case 'typed': {
      const answer = event.validation === 'valid' ? event.text.trim() : '';
      return { ...wizard, draft: { ...draft, [event.field]: answer }, validation: event.validation };
    }
    case 'advanced':
      return arrive(wizard, step + 1);
    case 'arrived':
      return arrive(wizard, event.step);
    case 'restored':
      return arrive({ ...wizard, draft: event.draft, validation: 'idle' }, step);
  }
}

/** Opens the wanted step, or the last step that the answers allow. A new step has no validation yet. */
function arrive(wizard: Wizard, wanted: number): Wizard {
  const step = Math.min(wanted, firstOpenStep(wizard.draft)) as Step;
  return step === wizard.step ? wizard : { ...wizard, step, validation: 'idle' };
}

/** Returns the first step without an answer. Step 2 needs no answer. */
function firstOpenStep({ exchange, wallet, xrpAddress, amount }: Draft): Step {
  if (!exchange || !wallet) return 1;
  if (!xrpAddress) return 3;
  return amount ? lastStep : 4;
}

/** Returns the step that the query string requests, or 1 if it requests no valid step. */
export function stepFrom(requested: string | null): Step {
  return ([2, 3, 4, 5] as const).find((step) => String(step) === requested) ?? 1;
}

const longest = 200;

/** Parses a stored draft. Addresses and amounts are validated where they are used. */
export function parseDraft(value: unknown): Draft | undefined {
  const { exchange, wallet, xrpAddress, amount } = fieldsOf(value);
  if (typeof xrpAddress !== 'string' || typeof amount !== 'string') return undefined;
  if (xrpAddress.length > longest || amount.length > longest) return undefined;
  return {
    exchange: wizardExchanges.find(({ id }) => id === exchange)?.id ?? null,
    wallet: wizardWallets.find(({ id }) => id === wallet)?.id ?? null,
    xrpAddress,
    amount,
  };
}
