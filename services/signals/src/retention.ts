import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { retentionDays } from './partitions.ts';

/** `partitions.ts` deletes from the partitioned tables, and from the tables that are read with them. */
export const signalsRetention: Retention = {
  week: { days: retentionDays, since: sql.ref('written_at') },
  signals_day: { days: retentionDays, since: sql.ref('written_at') },
};
