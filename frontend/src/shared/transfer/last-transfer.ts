import { storage } from '../storage.ts';

/** The transfer this browser worked on last, so that "My transfer" can lead back to it. */
export const lastTransfer = {
  get: () => storage.get<string>('last-transfer'),
  set: (id: string) => storage.set('last-transfer', id),
};

/**
 * The address this browser sent for a transfer, as the server should give it back (classic form). If the server ever
 * answers another one, the screen stops: a swapped address is how money gets lost.
 */
export const sentAddress = {
  get: (transferId: string) => storage.get<string>(`sent-address:${transferId}`),
  set: (transferId: string, address: string) => storage.set(`sent-address:${transferId}`, address),
  forget: (transferId: string) => storage.remove(`sent-address:${transferId}`),
};
