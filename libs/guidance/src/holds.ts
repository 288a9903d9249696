import type { Instructions } from '@xrp-bridge/contracts/instructions';
import type { ExchangeGuide, Hold } from './guides/guide.ts';

/**
 * Lists the exchange's holds that may delay the next payment, the most likely first.
 * For the rest after a first payment, the holds for a new address and for a first withdrawal are left out, because the
 * customer has already withdrawn to this address.
 */
export function nextHolds({ holds }: ExchangeGuide, kind: Instructions['sendNow']['kind']): Hold[] {
  const order: Hold['appliesWhen'][] =
    kind === 'rest'
      ? ['always', 'passwordChanged', 'recentPurchase']
      : ['newAddress', 'firstTime', 'always', 'passwordChanged', 'recentPurchase'];
  return order.flatMap((when) => holds.filter(({ appliesWhen }) => appliesWhen === when));
}
