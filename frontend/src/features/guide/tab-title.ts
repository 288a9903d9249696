import { endTitle } from '../../domain/transfer/end-title.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';

/** Returns the transfer's state for the tab's title, which a customer in the exchange's tab can see. */
export function tabTitle(transfer: Transfer, news: string | null, waits: boolean): string | null {
  if (transfer.status === 'completed' || transfer.arrivalClaimedAt) return endTitle(transfer);
  if (news) return news;
  return waits && transfer.watch?.state === 'watching' ? 'Watching for your XRP' : null;
}
