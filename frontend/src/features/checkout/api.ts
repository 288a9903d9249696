import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeTransfer } from '../../domain/transfer/transfers.ts';
import { ApiError, type BodyFor, call, fieldMessage, type Reply } from '../../lib/api/client.ts';

declare global {
  /**
   * The request that public/theme.js has sent before this file was loaded.
   * Links cannot preload a POST, so an inline script sends it.
   */
  var startedIntent: { transferId: string; response: Promise<Response> } | undefined;
}

/** Creates the card payment of a transfer. After a reload, the server returns the same payment. */
export const paymentIntentQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['payment-intent', transferId],
    queryFn: async ({ signal }): Promise<Reply<'POST /api/create-payment-intent'>> =>
      (await readStartedIntent(transferId)) ??
      call('POST /api/create-payment-intent', { body: { transferId }, signal }),
    gcTime: 0,
  });

/** Returns the answer to the request that the page has already sent; null without a usable answer. */
async function readStartedIntent(transferId: string): Promise<Reply<'POST /api/create-payment-intent'> | null> {
  const started = globalThis.startedIntent;
  if (started?.transferId !== transferId) return null;
  // The answer is used only once, because a later query needs the payment's current state.
  globalThis.startedIntent = undefined;
  const response = await started.response.catch(() => null);
  return response?.ok ? response.json() : null;
}

/**
 * Makes the server check the payment with the provider.
 * The browser's own state proves nothing.
 */
export const settledQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['settled', transferId],
    queryFn: () => completeTransfer(transferId),
    gcTime: 0,
  });

/** Stores an e-mail address or phone number, so that a person can reply. */
export function useSaveContact() {
  return useMutation({
    mutationFn: (body: BodyFor<'POST /api/save-contact'>) => call('POST /api/save-contact', { body }),
    onError: (error) => console.warn('The contact could not be saved', error),
  });
}

/**
 * Saves the e-mail address for the receipt.
 * Returns an error if the address is invalid. Returns null after any other failure, which must not block the payment.
 */
export async function saveEmail(id: string, email: string): Promise<string | null> {
  try {
    await call('PATCH /api/transfers/{id}', { params: { id }, body: { email } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) return null;
    return fieldMessage(error, 'email') ?? 'Please enter a valid email address';
  }
}
