import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryOf, type Reply } from './client.ts';

export type Config = Reply<'GET /api/config'>;

export const configQuery = queryOf('GET /api/config');

/** That the application is closed holds for the moment: whoever comes back to a page that says so sees whether it still is. */
export const maintenanceQuery = queryOptions({
  ...queryOf('GET /api/maintenance-status'),
  staleTime: ({ state }) => (state.data?.maintenanceMode ? 0 : Number.POSITIVE_INFINITY),
  refetchOnWindowFocus: true,
});

/** The product's name: at once from the page, then as configured. */
export function useProductName(): string {
  const { data } = useQuery(configQuery);
  return data?.productName ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
