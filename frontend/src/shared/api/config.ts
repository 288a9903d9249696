import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@xrp-bridge/contracts/define';
import type { GetConfig, GetMaintenanceStatus } from '@xrp-bridge/contracts/public-api';

export type Config = ReplyOf<typeof GetConfig>;

export const configQuery = queryOptions<Config>({ queryKey: ['/api/config'] });

export const maintenanceQuery = queryOptions<ReplyOf<typeof GetMaintenanceStatus>>({
  queryKey: ['/api/maintenance-status'],
});

/** The product's name: at once from the page, then as configured. */
export function useProductName(): string {
  const { data } = useQuery(configQuery);
  return data?.productName ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}
