import type { Retention } from '@xrp-bridge/runtime';
import { tombstoneRetention } from '@xrp-bridge/runtime/tombstones';
import { sql } from 'kysely';

export const bffRetention: Retention = {
  audit: { days: 1095, since: sql.ref('at') },
  operator_session: { days: 0, since: sql.ref('expires_at') },
  sign_in_failure: { days: 1, since: sql.ref('at') },
  ...tombstoneRetention,
  address_step: { days: 400, since: sql.ref('day') },
  // Only the daily secret of visitors.ts has an age; all other secrets are signing keys, which are never deleted here.
  secret: {
    days: 1,
    since: sql`case when name like 'visitors %' then substr(name, 10)::timestamp at time zone 'UTC' end`,
  },
};
