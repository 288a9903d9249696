import type { AlertWay } from '@xrp-bridge/contracts/operator-alerts';
import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import type { JobDefinition } from '@xrp-bridge/runtime/job';
import type { z } from 'zod';
import type { notificationSettings } from './config.ts';
import type { PushNews } from './domain/push-news.ts';
import type { Mailer } from './mailer.ts';
import type { Tables } from './tables.ts';

export type Settings = z.infer<typeof notificationSettings> & BaseSettings;

export interface Context extends ServiceContext<Settings, Tables> {
  mailer: Mailer;
  sendEmail: JobDefinition<{ mailId: string }>;
  sendPush: JobDefinition<{ subscriptionId: string; news: PushNews }>;
  sendAlert: JobDefinition<{ alertId: string; operatorId: string; way: AlertWay }>;
}
