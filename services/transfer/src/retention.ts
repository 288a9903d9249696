import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

/** Jobs delete unpaid transfers (see jobs.ts), `watch` and `watch_change`. */
export const transferRetention: Retention = {
  arrival: { days: 400, since: sql.ref('at') },
  // The remaining columns do not identify a wallet.
  transfer: {
    days: 400,
    since: sql.ref('updated_at'),
    where: sql`destination_address is not null or destination_tag is not null`,
    clear: ['destination_address', 'destination_tag'],
  },
};
