import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/**
 * Retention rules of ads. Revenue and reinvestments are stored for as long as tax law requires.
 * The job `fetch-network-ads` deletes old ads of networks and their pictures.
 */
export const adsRetention: Retention = {
  post: { days: 400, since: sql.ref('planned_at'), where: sql`status not in ('planned', 'unclear')` },
  // Clicks are compared within one UTC day only. The expression is independent of the database's time zone.
  click: { days: 1, since: sql`day::timestamp at time zone 'UTC'` },
};
