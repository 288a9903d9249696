import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';
import { retentionDays } from './partitions.ts';

/** Lists only tables from which `partitions.ts` deletes no old rows. */
export const signalsRetention: Retention = {
  week: { days: retentionDays, since: sql.ref('written_at') },
  signals_day: { days: retentionDays, since: sql.ref('written_at') },
};
