import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { keptDays } from './partitions.ts';

/** What is partitioned by month, and all that is read with it, is deleted by partitions.ts. */
export const signalsRetention: Retention = {
  week: { days: keptDays, since: sql.ref('written_at') },
  signals_day: { days: keptDays, since: sql.ref('written_at') },
};
