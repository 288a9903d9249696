import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { PaymentSettings } from './config.ts';
import type { Tables } from './store.ts';
import type { StripeGateway } from './stripe.ts';

/** What every part of the service works with. */
export interface Context extends ServiceContext<PaymentSettings & BaseSettings, Tables> {
  stripe: StripeGateway;
}
