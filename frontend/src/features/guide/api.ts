import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { storeResumed } from '../../domain/transfer/resumed-transfer.ts';
import { cacheTransfer, type Transfer, useTransferMutation } from '../../domain/transfer/transfers.ts';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';

export type { Instructions };

/** The steps, asked for beside the transfer, before anything is known of it: for {@link instructionsQuery} alone. */
export const stepsAheadQuery = (id: string) => queryOf('GET /api/transfer-instructions/{id}', { params: { id } });

/**
 * The steps of a paid transfer. They name its address and amount, so a changed transfer has new ones, and its owner
 * others than a visitor. What was asked for ahead is taken if it was written for this very transfer and these eyes.
 */
export const instructionsQuery = ({ id, version, mine }: Transfer) => {
  const ahead = stepsAheadQuery(id);
  return queryOptions<Reply<'GET /api/transfer-instructions/{id}'>>({
    queryKey: [...ahead.queryKey, version, mine],
    placeholderData: keepPreviousData,
    async queryFn({ client, signal }) {
      const failed = client.getQueryState(ahead.queryKey)?.status === 'error';
      const written = failed ? null : await client.fetchQuery(ahead).catch(() => null);
      if (written?.version === version && written.mine === mine) return written;
      return call('GET /api/transfer-instructions/{id}', { params: { id }, signal });
    },
  });
};

/** “I’ve completed the transfer”. */
export const useConfirmArrival = (id: string) =>
  useTransferMutation(() => call('POST /api/transfers/{id}/confirm-arrival', { params: { id } }));

/** Takes an e-mail address to write to, in place of one that is known. */
export const useGiveEmail = (id: string) =>
  useTransferMutation((email: string) => call('PATCH /api/transfers/{id}', { params: { id }, body: { email } }));

/** Asks for the money back, to be answered at an e-mail address. */
export const useRequestRefund = (id: string) =>
  useMutation({
    mutationFn: (email: string) => call('POST /api/transfers/{id}/refund-request', { params: { id }, body: { email } }),
  });

/** What was charged. Asked for anew each time, for money may have gone back. */
export const receiptQuery = (id: string) =>
  queryOptions({ ...queryOf('GET /api/transfers/{id}/receipt', { params: { id } }), refetchOnMount: 'always' });

/** A token for the owner's phone: made once while somebody looks, whatever the screen does, and forgotten with it. */
export const phoneLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['phone-link', id],
    queryFn: () => call('POST /api/transfers/{id}/phone-link', { params: { id } }),
    gcTime: 0,
  });

/** Has a new link mailed in place of the one with this token, if there ever was one. */
export const useRenewLink = (token: string | null) =>
  useMutation({ mutationFn: () => call('POST /api/transfers/resume-link', { body: { token: token ?? '' } }) });

/** Exchanges the token of a link for the cookie of its transfer: once it was pressed, and once, whatever the screen does. */
export function useResumeQuery(token: string | null) {
  const client = useQueryClient();
  return queryOptions({
    queryKey: ['resume', token],
    enabled: token !== null,
    async queryFn() {
      const opened = await call('POST /api/transfers/resume', { body: { token: token ?? '' } });
      storeResumed(opened.id);
      cacheTransfer(client, opened);
      return opened;
    },
  });
}
