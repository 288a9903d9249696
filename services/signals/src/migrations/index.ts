import type { Migrations } from '@xrp-bridge/runtime';
import * as schema from './0001-schema.ts';

export const migrations: Migrations = {
  '0001_schema': schema,
};
