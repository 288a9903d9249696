import type { Migrations } from '@xrp-bridge/runtime';
import * as tables from './0001-tables.ts';

export const migrations: Migrations = {
  '0001_tables': tables,
};
