import { type BodyFor, call } from '../../lib/api/client.ts';
import { lastTransfer, sentAddress } from '../transfer/last-transfer.ts';
import { updateOpenTransfer } from '../transfer/open-transfer.ts';
import { begunHere } from '../transfer/resumed-transfer.ts';
import { useTransferMutation } from '../transfer/transfers.ts';

/** Returns a mutation that creates a transfer. The transfer then belongs to this browser. */
export const useCreateTransfer = () =>
  useTransferMutation(async (body: BodyFor<'POST /api/transfers'>) => {
    const transfer = await call('POST /api/transfers', { body });
    begunHere.set(true, transfer.id);
    lastTransfer.set(transfer.id);
    // The transfer is stored now, because the customer may leave before the next screen has loaded it.
    updateOpenTransfer(transfer.id, transfer, null);
    if (typeof body.destinationAddress === 'string') sentAddress.set(body.destinationAddress, transfer.id);
    return transfer;
  });
