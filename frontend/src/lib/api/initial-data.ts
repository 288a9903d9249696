import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './client.ts';

/**
 * The responses with which the server rendered a page, by URL.
 * The page contains them as JSON. They are the same for every visitor.
 */
export type InitialData = Record<string, unknown>;

/**
 * Creates a client with the initial data in its cache.
 * The first render then equals the prerendered HTML.
 */
export function createClientWithData(initialData: InitialData | null): QueryClient {
  const client = createQueryClient();
  for (const [address, answer] of Object.entries(initialData ?? {})) client.setQueryData([address], answer);
  return client;
}
