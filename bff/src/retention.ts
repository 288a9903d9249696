import type { Retention } from '@xrp-bridge/runtime';
import { sql } from 'kysely';

export const bffRetention: Retention = {
  audit: { days: 1095, since: sql.ref('at') },
  operator_session: { days: 0, since: sql.ref('expires_at') },
  sign_in_failure: { days: 1, since: sql.ref('at') },
  address_step: { days: 400, since: sql.ref('day') },
  // The day's secret that tells visitors apart (visitors.ts); all others are keys that stay.
  secret: {
    days: 1,
    since: sql`case when name like 'visitors %' then substr(name, 10)::timestamp at time zone 'UTC' end`,
  },
};
