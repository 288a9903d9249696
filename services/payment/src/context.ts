import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { PaymentSettings } from './config.ts';
import type { StripeGateway } from './stripe.ts';
import type { Tables } from './tables.ts';

export interface Context extends ServiceContext<PaymentSettings & BaseSettings, Tables> {
  stripe: StripeGateway;
}
