import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeTransfer } from '../../domain/transfer/transfers.ts';
import { ApiError, type BodyFor, call, fieldMessage } from '../../lib/api/client.ts';

/** The card payment of a transfer: opened once, and the open one again after a reload. */
export const paymentIntentQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['payment-intent', transferId],
    queryFn: ({ signal }) => call('POST /api/create-payment-intent', { body: { transferId }, signal }),
    gcTime: 0,
  });

/** What the payment provider says, asked by the server; the browser's own belief counts for nothing. */
export const settledQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['settled', transferId],
    queryFn: () => completeTransfer(transferId),
    gcTime: 0,
  });

/** Leaves an e-mail or phone number with a person. */
export function useSaveContact() {
  return useMutation({
    mutationFn: (body: BodyFor<'POST /api/save-contact'>) => call('POST /api/save-contact', { body }),
    onError: (error) => console.warn('The contact could not be saved', error),
  });
}

/** Leaves the e-mail for the receipt; answers what is wrong with it. Anything else must not keep somebody from paying. */
export async function keepEmail(id: string, email: string): Promise<string | null> {
  try {
    await call('PATCH /api/transfers/{id}', { params: { id }, body: { email } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) return null;
    return fieldMessage(error, 'email') ?? 'Please enter a valid email address';
  }
}
