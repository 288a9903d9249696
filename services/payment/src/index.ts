import { defineService, type ServiceContext } from '@xrp-bridge/runtime';
import { paymentSettings } from './config.ts';
import type { Context } from './context.ts';
import { paymentEvents } from './events.ts';
import { paymentRoutes } from './http.ts';
import { paymentJobs, paymentSchedules } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { paymentRetention } from './retention.ts';
import { createStripeGateway } from './stripe.ts';
import type { Tables } from './tables.ts';
import { measureAccounting } from './use-cases/check-accounting.ts';

/** The payment service: payments, refunds, accounting entries, and the access that payments give. */
export const paymentService = defineService({
  name: 'payment',
  kind: 'internal',
  settings: paymentSettings,
  migrations,
  retention: paymentRetention,
  context: (base: ServiceContext<Context['settings'], Tables>): Context => ({
    ...base,
    stripe: createStripeGateway(base.settings, base.log, base.providers.add('Stripe')),
  }),
  routes: paymentRoutes,
  on: paymentEvents,
  jobs: paymentJobs,
  schedules: paymentSchedules,
  measures: measureAccounting,
});
