import type { Migrations } from '@xrp-bridge/runtime';
import * as schema from './0001-schema.ts';
import * as push from './0002-push.ts';
import * as operatorAlerts from './0003-operator-alerts.ts';
import * as overdueAlerts from './0004-overdue-alerts.ts';
import * as tombstones from './0005-tombstones.ts';
import * as confirmedAlertAddress from './0006-confirmed-alert-address.ts';

export const migrations: Migrations = {
  '0001_schema': schema,
  '0002_push': push,
  '0003_operator_alerts': operatorAlerts,
  '0004_overdue_alerts': overdueAlerts,
  '0005_tombstones': tombstones,
  '0006_confirmed_alert_address': confirmedAlertAddress,
};
