import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/**
 * Revenue and reinvestments are stored for as long as tax law requires. Ads of networks and their pictures are deleted
 * whenever networks are asked (see network-store.ts).
 */
export const adsRetention: Retention = {
  post: { days: 400, since: sql.ref('planned_at'), where: sql`status not in ('planned', 'unclear')` },
  // Only the clicks of a day are compared. A day is one in UTC, whatever time zone the database has.
  click: { days: 1, since: sql`day::timestamp at time zone 'UTC'` },
};
