import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/** An unpaid transfer is deleted by jobs of its own (see jobs.ts), and so are `watch` and `watch_change`. */
export const transferRetention: Retention = {
  arrival: { days: 400, since: sql.ref('at') },
  // The columns that stay name no wallet.
  transfer: {
    days: 400,
    since: sql.ref('updated_at'),
    where: sql`destination_address is not null or destination_tag is not null`,
    clear: ['destination_address', 'destination_tag'],
  },
};
