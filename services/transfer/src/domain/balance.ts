import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { formatDrops } from '@xrp-bridge/contracts/drops';
import type { transferApi } from '@xrp-bridge/contracts/transfer';
import type { Finding } from './destination.ts';

/**
 * Returns an address's balance and the maximum that can be sent from it.
 * `spendableXrp` is an upper bound, because objects that the account owns raise its reserve above the base reserve.
 */
export function readBalance(
  finding: Finding,
  reserveBaseDrops: bigint,
  now: Date,
): ReplyOf<typeof transferApi.readBalance> {
  const checkedAt = now.toISOString();
  const nothing = { balanceXrp: null, reserveXrp: null, spendableXrp: null };
  if (finding.found === 'unknown') return { state: 'unknown', ...nothing, ledgerIndex: null, checkedAt };
  const { ledgerIndex } = finding;
  if (finding.found === 'nothing') return { state: 'empty', ...nothing, ledgerIndex, checkedAt };
  const { balanceDrops } = finding.account;
  const spendable = balanceDrops > reserveBaseDrops ? balanceDrops - reserveBaseDrops : 0n;
  return {
    state: 'found',
    balanceXrp: formatDrops(balanceDrops),
    reserveXrp: formatDrops(reserveBaseDrops),
    spendableXrp: formatDrops(spendable),
    ledgerIndex,
    checkedAt,
  };
}
