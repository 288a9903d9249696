import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './client.ts';

/**
 * The responses with which the server rendered a page, by URL.
 * `stepKey` contains the step of the guide. The page contains all as JSON. Those of a guide are for its owner only.
 */
export type InitialData = Record<string, unknown>;

/** The key of the step of a guide that the server rendered, counted from 0. */
export const stepKey = 'step';

/**
 * Creates a client with the initial data in its cache.
 * The first render then equals the prerendered HTML.
 */
export function createClientWithData(initialData: InitialData | null): QueryClient {
  const client = createQueryClient();
  for (const [address, answer] of Object.entries(initialData ?? {})) client.setQueryData([address], answer);
  return client;
}
