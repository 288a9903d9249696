import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { GetInstructions } from '@xrp-bridge/contracts/public-api';
import { type Transfer, transferApi } from '@xrp-bridge/contracts/transfer';
import type { FastifyReply, FastifyRequest } from '@xrp-bridge/runtime';
import { asTransferId, readTransfer, type TransferRecord, toTransfer } from './clients.ts';
import type { Context } from './context.ts';

interface Caller {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns what a caller may see of a transfer.
 * The routes and the rendered pages share these functions, so that no page shows more than the API does.
 */
export function createTransferViews({ services, ownerCookie }: Pick<Context, 'services' | 'ownerCookie'>) {
  /** Returns the part of a transfer that the caller may see. */
  async function show({ request, reply }: Caller, record: TransferRecord): Promise<Transfer> {
    return toTransfer(record, await ownerCookie.isHeldBy(request, reply, record.id));
  }

  return {
    show,
    /** @throws ProblemError transfer_not_found, service_unavailable */
    async read(caller: Caller, id: string): Promise<Transfer> {
      return show(caller, await readTransfer(services, id));
    },
    /** @throws ProblemError transfer_not_found, payment_required, service_unavailable */
    async readInstructions({ request, reply }: Caller, transferId: string): Promise<ReplyOf<typeof GetInstructions>> {
      const id = asTransferId(transferId);
      const mine = await ownerCookie.isHeldBy(request, reply, id);
      const written = await services.transfer.call(transferApi.readInstructions, {
        params: { id },
        query: { forOwner: mine },
      });
      return { ...written, mine };
    },
  };
}
