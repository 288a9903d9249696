import type { Migrations } from '@xrp-bridge/runtime';
import * as schema from './0001-schema.ts';
import * as traceparent from './0002-traceparent.ts';

export const migrations: Migrations = {
  '0001_schema': schema,
  '0002_traceparent': traceparent,
};
