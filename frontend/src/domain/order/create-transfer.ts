import { type BodyFor, call } from '../../lib/api/client.ts';
import { lastTransfer, sentAddress } from '../transfer/last-transfer.ts';
import { rememberOpenTransfer } from '../transfer/open-transfer.ts';
import { begunHere } from '../transfer/resumed-transfer.ts';
import { useTransferMutation } from '../transfer/transfers.ts';

/** Starts a transfer, which is this browser's own from then on. */
export const useCreateTransfer = () =>
  useTransferMutation(async (body: BodyFor<'POST /api/transfers'>) => {
    const transfer = await call('POST /api/transfers', { body });
    begunHere.set(true, transfer.id);
    lastTransfer.set(transfer.id);
    // Also for whoever is gone before the next screen has read it.
    rememberOpenTransfer(transfer.id, transfer, null);
    if (typeof body.destinationAddress === 'string') sentAddress.set(body.destinationAddress, transfer.id);
    return transfer;
  });
