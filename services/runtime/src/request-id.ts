import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that is being answered, so that calls made for it carry the same one. */
export const requestIds = new AsyncLocalStorage<string>();
