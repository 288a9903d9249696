import type { Migrations } from '@xrp-bridge/runtime';
import * as transfers from './0001-transfers.ts';
import * as arrivals from './0002-arrivals.ts';

export const migrations: Migrations = {
  '0001_transfers': transfers,
  '0002_arrivals': arrivals,
};
