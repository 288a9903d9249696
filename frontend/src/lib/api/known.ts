import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './client.ts';

/** What the server draws a page with, and writes into it: its answers, the same for everybody, by their address. */
export type Known = Record<string, unknown>;

/** A client that knows them already: they are not asked for, and the first look finds what the server drew. */
export function createKnowingClient(known: Known | null): QueryClient {
  const client = createQueryClient();
  for (const [address, answer] of Object.entries(known ?? {})) client.setQueryData([address], answer);
  return client;
}
