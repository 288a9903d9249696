import type { Migrations } from '@xrp-bridge/runtime';
import * as transfers from './0001-transfers.ts';

export const migrations: Migrations = {
  '0001_transfers': transfers,
};
