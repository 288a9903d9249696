import type { WalletId } from '@xrp-bridge/contracts/wallets';

/** The state of a wallet's setup. */
export type Setup = { wallet: WalletId } & (
  | { stage: 'undecided' | 'no-app' | 'getting-app' | 'has-app' }
  | { stage: 'confirmed'; address: string }
);

export type SetupEvent =
  | { type: 'wallet-chosen'; wallet: WalletId }
  /** `saved` is the address that was confirmed for this wallet earlier, if any. */
  | { type: 'app-is-there'; saved: string | null }
  | { type: 'app-is-missing' }
  /** The customer opened the maker's page. */
  | { type: 'left-for-app' }
  | { type: 'address-confirmed'; address: string }
  | { type: 'address-unwanted' }
  /** Another tab has saved another address, or deleted it. */
  | { type: 'saved-elsewhere'; saved: string | null }
  | { type: 'started-over' };

/** Returns the initial state. `leftForApp` is true if the customer has opened the maker's page. */
export function beginSetup(wallet: WalletId, saved: string | null, leftForApp: boolean): Setup {
  if (saved !== null) return { wallet, stage: 'confirmed', address: saved };
  return { wallet, stage: leftForApp ? 'getting-app' : 'undecided' };
}

/** Returns the setup after an event. An event that does not fit the setup's stage changes nothing. */
export function changeSetup(setup: Setup, event: SetupEvent): Setup {
  const { wallet, stage } = setup;
  switch (event.type) {
    case 'wallet-chosen':
      return stage === 'undecided' ? { wallet: event.wallet, stage } : setup;
    case 'app-is-there':
      if (stage === 'has-app' || stage === 'confirmed') return setup;
      return event.saved === null ? { wallet, stage: 'has-app' } : beginSetup(wallet, event.saved, false);
    case 'app-is-missing':
      return stage === 'undecided' ? { wallet, stage: 'no-app' } : setup;
    case 'left-for-app':
      return stage === 'no-app' ? { wallet, stage: 'getting-app' } : setup;
    case 'address-confirmed':
      return stage === 'has-app' ? { wallet, stage: 'confirmed', address: event.address } : setup;
    case 'address-unwanted':
      return stage === 'confirmed' ? { wallet, stage: 'has-app' } : setup;
    case 'saved-elsewhere':
      return stage === 'confirmed' ? beginSetup(wallet, event.saved, false) : setup;
    case 'started-over':
      return { wallet, stage: 'undecided' };
  }
}
