import type { Migrations } from '@xrp-bridge/runtime';
import * as schema from './0001-schema.ts';
import * as traceparent from './0002-traceparent.ts';
import * as accountingCheck from './0003-accounting-check.ts';
import * as providerPaidAt from './0004-provider-paid-at.ts';
import * as velocity from './0005-velocity.ts';
import * as accountingDiffersSince from './0006-accounting-differs-since.ts';
import * as acceptedDifference from './0007-accepted-difference.ts';

export const migrations: Migrations = {
  '0001_schema': schema,
  '0002_traceparent': traceparent,
  '0003_accounting_check': accountingCheck,
  '0004_provider_paid_at': providerPaidAt,
  '0005_velocity': velocity,
  '0006_accounting_differs_since': accountingDiffersSince,
  '0007_accepted_difference': acceptedDifference,
};
