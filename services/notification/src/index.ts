import { defineService } from '@xrp-bridge/runtime';
import { notificationSettings } from './config.ts';
import type { Context } from './context.ts';
import { notificationEvents } from './events.ts';
import { notificationRoutes } from './http.ts';
import { defineSendEmail, notificationJobs, notificationSchedules } from './jobs.ts';
import { createMailer } from './mailer.ts';
import { migrations } from './migrations/index.ts';
import { operatorAlertRoutes } from './operator-alert-routes.ts';
import { notificationRetention } from './retention.ts';
import { stopLinkKey, subscriptionLinkKey } from './signed-link.ts';
import { defineSendAlert } from './use-cases/operator-alerts.ts';
import { defineSendPush } from './use-cases/push-arrival.ts';
import { repeatDeletions } from './use-cases/repeat-deletions.ts';

/** The notification service: contact data (stored only here), mails, and operators' tasks. */
export const notificationService = defineService({
  name: 'notification',
  kind: 'internal',
  settings: notificationSettings,
  migrations,
  retention: notificationRetention,
  afterRestore: repeatDeletions,
  signingKeys: [stopLinkKey, subscriptionLinkKey],
  context: (base: Omit<Context, 'mailer' | 'sendEmail' | 'sendPush' | 'sendAlert'>): Context => ({
    ...base,
    mailer: createMailer(base.settings, base.providers.add('Mail server')),
    sendEmail: defineSendEmail(base.settings),
    sendPush: defineSendPush(base.settings),
    sendAlert: defineSendAlert(base.settings),
  }),
  routes: (context) => [...notificationRoutes(context), ...operatorAlertRoutes(context)],
  on: notificationEvents,
  eventsMayWait: true,
  jobs: notificationJobs,
  schedules: () => notificationSchedules,
  close: async ({ mailer }) => mailer.close(),
});
