import type { Migrations } from '@xrp-bridge/runtime';
import * as schema from './0001-schema.ts';
import * as tombstones from './0002-tombstones.ts';

export const migrations: Migrations = {
  '0001_schema': schema,
  '0002_tombstones': tombstones,
};
