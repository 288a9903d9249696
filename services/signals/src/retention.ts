import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { keptDays } from './partitions.ts';

/** `partitions.ts` deletes from the partitioned tables, and from the tables that are read with them. */
export const signalsRetention: Retention = {
  week: { days: keptDays, since: sql.ref('written_at') },
  signals_day: { days: keptDays, since: sql.ref('written_at') },
};
