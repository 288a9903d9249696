import type { AnyService } from '@xrp-bridge/runtime/service';

/** Every service, loaded only where it runs. Those in front of others come last. */
export const loadService = {
  transfer: async (): Promise<AnyService> => (await import('@xrp-bridge/transfer')).transferService,
  payment: async (): Promise<AnyService> => (await import('@xrp-bridge/payment')).paymentService,
  notification: async (): Promise<AnyService> => (await import('@xrp-bridge/notification')).notificationService,
  bff: async (): Promise<AnyService> => (await import('@xrp-bridge/bff')).bffService,
};

export type ServiceName = keyof typeof loadService;

export const serviceNames = Object.keys(loadService) as ServiceName[];
