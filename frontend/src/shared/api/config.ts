import { useQuery } from '@tanstack/react-query';
import { queryOf, type Reply } from './client.ts';

export type Config = Reply<'GET /api/config'>;

export const configQuery = queryOf('GET /api/config');

export const maintenanceQuery = queryOf('GET /api/maintenance-status');

/** The product's name: at once from the page, then as configured. */
export function useProductName(): string {
  const { data } = useQuery(configQuery);
  return data?.productName ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
