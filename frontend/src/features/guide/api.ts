import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { request } from '../../shared/api/client.ts';
import type { Transfer } from '../../shared/api/transfers.ts';

export type { Instructions };

/** The steps of a paid transfer. They name its address and amount, so a changed transfer has new ones. */
export const instructionsQuery = (transfer: Transfer) =>
  queryOptions<{ instructions: Instructions }>({
    queryKey: [`/api/transfer-instructions/${transfer.id}`, transfer.updatedAt],
    placeholderData: keepPreviousData,
  });

/** Counts that the address step was reached; nobody waits for it, and nothing depends on it. */
export function logTransferSteps(fromExchange: string, toWallet: string): void {
  request('POST', '/api/log-transfer-steps', { body: { fromExchange, toWallet } }).catch((error: unknown) =>
    console.warn('The step was not counted', error),
  );
}
