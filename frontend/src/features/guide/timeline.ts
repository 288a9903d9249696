import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { isPaid, paidAmount, type Transfer } from '../../domain/transfer/transfers.ts';
import { dropsOf, toDrops } from './progress.ts';

export interface Stage {
  id: 'paid' | 'wallet' | 'sent' | 'seen' | 'done';
  name: string;
  /** What is to happen, as a sentence after “Next:”. */
  next: string;
  /** At most one is `now`: the first that is not done. */
  state: 'done' | 'now' | 'next';
}

/**
 * How far a transfer is, from the payment to the end, by what is known of it and not by what was pressed: it is sent once
 * something of it was seen or the customer said that it arrived, and seen once the whole amount was, where one was stated.
 *
 * @param inDoubt the address is refused, or is not the one that was given: no wallet is ready then
 */
export function timelineOf(
  transfer: Pick<
    Transfer,
    'status' | 'access' | 'destinationAddress' | 'sourceAmount' | 'arrivals' | 'arrivalClaimedAt' | 'addressChangedAt'
  >,
  inDoubt = false,
): Stage[] {
  const { status, destinationAddress, sourceAmount } = transfer;
  const ended = status === 'completed';
  const arrived = dropsOf(arrivedThisWay(transfer));
  const claimed = transfer.arrivalClaimedAt !== null;
  const sent = ended || claimed || arrived > 0n;
  const seen = ended || (arrived > 0n && arrived >= toDrops(sourceAmount));
  const walletReady = ended || (destinationAddress !== 'pending' && !inDoubt);
  // In bold type, “Wallet ready”, “Sent” and “Arrived” would say so before it was; and of a test, as if it were all.
  const stages = [
    { id: 'paid', name: `Paid $${paidAmount(transfer)}`, next: 'pay for your guide', done: isPaid(transfer) },
    {
      id: 'wallet',
      name: walletReady ? 'Wallet ready' : 'Wallet',
      next: inDoubt ? 'mend your address' : 'give your address',
      done: walletReady,
    },
    {
      id: 'sent',
      name: !sent ? 'Send' : seen || arrived === 0n ? 'Sent' : 'Test sent',
      next: 'send your XRP',
      done: sent,
    },
    {
      id: 'seen',
      // A transfer that ended by the customer’s word was never seen.
      name: ended && arrived === 0n ? 'You told us' : arrived > 0n && !seen ? 'Rest' : seen ? 'Arrived' : 'Arrival',
      next: arrived === 0n ? 'we look for it on the XRP Ledger' : 'send the rest',
      done: seen,
    },
    { id: 'done', name: 'Done', next: 'tell us if this was all', done: ended },
  ] as const;
  const now = stages.findIndex(({ done }) => !done);
  return stages.map(({ done, ...stage }, index) => ({
    ...stage,
    state: done ? 'done' : index === now ? 'now' : 'next',
  }));
}
