import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Instructions } from '@xrp-bridge/contracts/instructions';
import { storeResumed } from '../../domain/transfer/resumed-transfer.ts';
import { cacheTransfer, type Transfer, useTransferMutation } from '../../domain/transfer/transfers.ts';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';

export type { Instructions };

/** Fetches the steps in parallel with the transfer. Used only by {@link instructionsQuery}. */
export const stepsAheadQuery = (id: string) => queryOf('GET /api/transfer-instructions/{id}', { params: { id } });

/**
 * Fetches the steps of a paid transfer.
 * The steps contain the transfer's address and amount, and differ between owner and visitor, so each version of the
 * transfer has its own steps. The response to the parallel request is used if it has the same version and reader.
 */
export const instructionsQuery = (client: QueryClient, { id, version, mine }: Transfer) => {
  const ahead = stepsAheadQuery(id);
  const isCurrent = (written: Reply<'GET /api/transfer-instructions/{id}'> | null | undefined) =>
    written?.version === version && written.mine === mine;
  return queryOptions<Reply<'GET /api/transfer-instructions/{id}'>>({
    queryKey: [...ahead.queryKey, version, mine],
    placeholderData: keepPreviousData,
    // The page may contain the steps, or they came before the transfer.
    initialData() {
      const written = client.getQueryData(ahead.queryKey);
      return isCurrent(written) ? written : undefined;
    },
    async queryFn({ signal }) {
      const failed = client.getQueryState(ahead.queryKey)?.status === 'error';
      const written = failed ? null : await client.fetchQuery(ahead).catch(() => null);
      if (written && isCurrent(written)) return written;
      return call('GET /api/transfer-instructions/{id}', { params: { id }, signal });
    },
  });
};

/**
 * Confirms the arrival (“I’ve completed the transfer”).
 * `unseen` is true if the ledger does not show the XRP.
 */
export const useConfirmArrival = (id: string) =>
  useTransferMutation((unseen: boolean) =>
    call('POST /api/transfers/{id}/confirm-arrival', { params: { id }, body: { unseen } }),
  );

/** The interval at which the page polls until the receipt is sent. */
const receiptPollMs = 10_000;

/** Fetches the masked e-mail address of the transfer, and whether the receipt was sent to this address. */
export const reachQuery = (id: string) =>
  queryOptions({
    ...queryOf('GET /api/transfers/{id}/reach', { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.email && !data.receiptSent ? receiptPollMs : false),
  });

/** Saves an e-mail address for this transfer, and replaces any previous address. */
export function useGiveEmail(id: string) {
  const client = useQueryClient();
  return useTransferMutation(async (email: string) => {
    const changed = await call('PATCH /api/transfers/{id}', { params: { id }, body: { email } });
    void client.invalidateQueries(reachQuery(id));
    return changed;
  });
}

/** Requests a refund. The answer is sent to the e-mail address. */
export const useRequestRefund = (id: string) =>
  useMutation({
    mutationFn: (email: string) => call('POST /api/transfers/{id}/refund-request', { params: { id }, body: { email } }),
  });

/** Fetches the receipt. Each mount refetches the receipt, because a refund changes it. */
export const receiptQuery = (id: string) =>
  queryOptions({ ...queryOf('GET /api/transfers/{id}/receipt', { params: { id } }), refetchOnMount: 'always' });

/**
 * Creates a token for the owner's phone.
 * Each opened dialog has one token, however often it renders. The token is deleted when the dialog closes.
 */
export const phoneLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['phone-link', id],
    queryFn: () => call('POST /api/transfers/{id}/phone-link', { params: { id } }),
    gcTime: 0,
  });

/** Requests a mail with a new link, which replaces the link with this token. */
export const useRenewLink = (token: string | null) =>
  useMutation({ mutationFn: () => call('POST /api/transfers/resume-link', { body: { token: token ?? '' } }) });

/**
 * Exchanges the token of a link for the cookie of the link's transfer.
 * The exchange happens only once, however often the screen renders.
 */
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
