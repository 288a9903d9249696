import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { WalletId } from '@xrp-bridge/contracts/wallets';
import { useChosenPath } from '../../domain/path/chosen-path.ts';

/** Returns the chosen exchange and wallet, and whether the customer is confirming them. */
export function useSelection() {
  const { from, to, view, choose, show } = useChosenPath();
  return {
    from,
    to,
    confirming: view === 'confirm' && from !== null && to !== null,
    choose,
    confirm: (change: { from?: ExchangeId; to?: WalletId } = {}) => show('confirm', change),
    changeSelection: () => show(null),
  };
}
