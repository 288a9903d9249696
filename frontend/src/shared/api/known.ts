import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './client.ts';
import { type Config, configQuery, maintenanceQuery } from './config.ts';

/** What the server draws a page with, and writes into it: the same for everybody. */
export interface Known {
  config: Config;
  /** The application is closed. */
  maintenance: boolean;
}

/** A client that knows it already: nothing of it is asked for, and the first look finds what the server drew. */
export function createKnowingClient(known: Known | null): QueryClient {
  const client = createQueryClient();
  if (known) client.setQueryData(configQuery.queryKey, known.config);
  if (known?.maintenance) client.setQueryData(maintenanceQuery.queryKey, { maintenanceMode: true });
  return client;
}
