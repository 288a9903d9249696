import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryOf, type Reply } from './client.ts';

export type Config = Reply<'GET /api/config'>;

export const configQuery = queryOf('GET /api/config');

/**
 * During maintenance, each focus of the window refetches the status, so that the page shows when
 * maintenance has ended.
 */
export const maintenanceQuery = queryOptions({
  ...queryOf('GET /api/maintenance-status'),
  staleTime: ({ state }) => (state.data?.maintenanceMode ? 0 : Number.POSITIVE_INFINITY),
  refetchOnWindowFocus: true,
});

/**
 * Returns the product's name.
 * Until the configuration is loaded, the name comes from a meta element of the page.
 */
export function useProductName(): string {
  const { data } = useQuery(configQuery);
  return data?.productName ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
