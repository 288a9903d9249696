import { queryOptions } from '@tanstack/react-query';
import type { BodyInputOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { CreatePaymentIntent, SaveContact } from '@xrp-bridge/contracts/public-api';
import { request } from '../../shared/api/client.ts';
import { completeTransfer, type Transfer } from '../../shared/api/transfers.ts';

/** The card payment of a transfer: opened once, and the open one again after a reload. */
export const paymentIntentQuery = (transferId: string) =>
  queryOptions<ReplyOf<typeof CreatePaymentIntent>>({
    queryKey: ['payment-intent', transferId],
    queryFn: ({ signal }) => request('POST', '/api/create-payment-intent', { body: { transferId }, signal }),
    gcTime: 0,
  });

/** What the payment provider says, asked by the server; the browser's own belief counts for nothing. */
export const settledQuery = (transferId: string) =>
  queryOptions<Transfer>({
    queryKey: ['settled', transferId],
    queryFn: () => completeTransfer(transferId),
    gcTime: 0,
  });

export function saveContact(body: BodyInputOf<typeof SaveContact>): Promise<ReplyOf<typeof SaveContact>> {
  return request('POST', '/api/save-contact', { body });
}
