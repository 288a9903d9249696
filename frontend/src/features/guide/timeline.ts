import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { dropsOf, toDrops } from '../../domain/transfer/drops.ts';
import { isPaid, paidAmount, type Transfer } from '../../domain/transfer/transfers.ts';

export interface Stage {
  id: 'paid' | 'wallet' | 'sent' | 'seen' | 'done';
  name: string;
  /** The next event, as a sentence after “Next:”. */
  next: string;
  /** The first stage that is not done is `now`. */
  state: 'done' | 'now' | 'next';
}

/**
 * Returns the stages of a transfer. The stages depend on facts, not on pressed buttons.
 * The stage `sent` is done after the first arrival or a claim of the customer. The stage `seen` is done once the whole
 * stated amount has arrived; without a stated amount, after any arrival.
 * @param inDoubt true if the check refuses the address, or the address must not be shown: no wallet is ready then
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
  // The names depend on the state: “Wallet ready”, “Sent” and “Arrived” would be untrue before the event. After a test,
  // “Sent” and “Arrived” would be untrue, too.
  const stages = [
    { id: 'paid', name: `Paid $${paidAmount(transfer)}`, next: 'pay for your guide', done: isPaid(transfer) },
    {
      id: 'wallet',
      name: walletReady ? 'Wallet ready' : 'Wallet',
      next: inDoubt ? 'fix your address' : 'add your address',
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
      // If the customer's claim ended the transfer, the XRP was never seen on the ledger.
      name: ended && arrived === 0n ? 'You told us' : arrived > 0n && !seen ? 'Rest' : seen ? 'Arrived' : 'Arrival',
      next: arrived === 0n ? 'we’ll watch for your XRP' : 'send the rest',
      done: seen,
    },
    { id: 'done', name: 'Done', next: 'tell us if that was everything', done: ended },
  ] as const;
  const now = stages.findIndex(({ done }) => !done);
  return stages.map(({ done, ...stage }, index) => ({
    ...stage,
    state: done ? 'done' : index === now ? 'now' : 'next',
  }));
}
