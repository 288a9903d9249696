import type { adProvidersReply } from '@xrp-bridge/contracts/ads';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from './store.ts';

export type ProviderName = z.infer<typeof adProvidersReply>['providers'][number]['name'];

/** Remembers how an outside service did when it was asked. */
export async function noteProvider(db: Db, name: ProviderName, at: Date, error: string | null): Promise<void> {
  const first = { name, good_at: error === null ? at : null, last_error: error?.slice(0, 500) ?? null };
  await db
    .insertInto('provider')
    .values({ ...first, failures: error === null ? 0 : 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(
          error === null
            ? { good_at: at, failures: 0 }
            : { last_error: first.last_error, failures: sql`provider.failures + 1` },
        ),
    )
    .execute();
}

export async function readProviders(
  db: Db,
): Promise<Map<string, { goodAt: Date | null; lastError: string | null; failures: number }>> {
  const rows = await db.selectFrom('provider').selectAll().execute();
  return new Map(
    rows.map((row) => [row.name, { goodAt: row.good_at, lastError: row.last_error, failures: row.failures }]),
  );
}
