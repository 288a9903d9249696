import type { ServiceName } from '@xrp-bridge/contracts/services';
import type { AnyService } from '@xrp-bridge/runtime/service-definition';

export type Target = ServiceName | 'bff';

/** Functions that load the services. Only services that run in this process are loaded. */
export const loadService: Record<Target, () => Promise<AnyService>> = {
  transfer: async () => (await import('@xrp-bridge/transfer')).transferService,
  payment: async () => (await import('@xrp-bridge/payment')).paymentService,
  ads: async () => (await import('@xrp-bridge/ads')).adsService,
  signals: async () => (await import('@xrp-bridge/signals')).signalsService,
  notification: async () => (await import('@xrp-bridge/notification')).notificationService,
  bff: async () => (await import('@xrp-bridge/bff')).bffService,
};

export const targets = Object.keys(loadService) as Target[];
