import type { Migrations } from '@xrp-bridge/runtime';
import * as notification from './0001-notification.ts';

export const migrations: Migrations = {
  '0001_notification': notification,
};
