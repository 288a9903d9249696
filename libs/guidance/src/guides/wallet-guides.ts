import type { WalletId } from '@xrp-bridge/contracts/wallets';
import type { WalletGuide } from './guide.ts';
import { atomicGuide } from './wallets/atomic.ts';
import { coinomiGuide } from './wallets/coinomi.ts';
import { exodusGuide } from './wallets/exodus.ts';
import { ledgerGuide } from './wallets/ledger.ts';
import { tangemGuide } from './wallets/tangem.ts';
import { trustGuide } from './wallets/trust.ts';
import { xummGuide } from './wallets/xumm.ts';

/**
 * Guides to the XRP address in each wallet. contracts/src/metamask.ts explains why MetaMask has no
 * guide.
 */
export const walletGuides: Readonly<Record<WalletId, WalletGuide>> = {
  trust: trustGuide,
  xumm: xummGuide,
  ledger: ledgerGuide,
  exodus: exodusGuide,
  atomic: atomicGuide,
  coinomi: coinomiGuide,
  tangem: tangemGuide,
};
