import type { Migrations } from '@xrp-bridge/runtime';
import * as payments from './0001-payments.ts';

export const migrations: Migrations = {
  '0001_payments': payments,
};
