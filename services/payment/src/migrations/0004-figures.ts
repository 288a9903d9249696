import { countAccounting } from '@xrp-bridge/runtime/accounting';
import type { Kysely } from 'kysely';

/** What was booked before is counted on the days on which it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await countAccounting(db);
}
