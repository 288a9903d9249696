import { type Kysely, sql } from 'kysely';
import type { SourceKind } from './domain/findings.ts';
import type { SourceTable, Tables } from './store.ts';

type Db = Kysely<Tables>;

export interface SourceState {
  name: string;
  kind: SourceKind;
  /** True if displayed data comes from the source. A price source may have no quote that is shown. */
  inUse: boolean;
  completeUntil: Date | null;
  /** Times up to which the data of each separately requested coin or repository is complete. */
  parts: ReadonlyMap<string, Date>;
  goodAt: Date | null;
  error: string | null;
  failures: number;
  refused: number;
  pausedUntil: Date | null;
}

export async function readSources(db: Db): Promise<SourceState[]> {
  const isInUse = sql<boolean>`kind <> 'prices' or exists (select from quote where quote.source = source.name)`;
  const rows = await db.selectFrom('source').selectAll().select(isInUse.as('in_use')).orderBy('name').execute();
  const parts = Map.groupBy(await db.selectFrom('source_part').selectAll().execute(), ({ source }) => source);
  return rows.map((row) => ({
    name: row.name,
    kind: row.kind,
    inUse: row.in_use,
    completeUntil: row.complete_until,
    parts: new Map(parts.get(row.name)?.map((one) => [one.part, one.complete_until])),
    goodAt: row.good_at,
    error: row.error,
    failures: row.failures,
    refused: Number(row.refused),
    pausedUntil: row.paused_until,
  }));
}

interface Failure {
  error: string;
  refused: number;
  pausedUntil: Date | null;
  goodAt: Date | null;
}

type SourceName = Pick<SourceTable, 'name' | 'kind'>;

/** Upserts a source's success. The data of the source is now complete up to `now`. */
export async function upsertSuccess(db: Db, { name, kind }: SourceName, now: Date, refused: number): Promise<void> {
  await db
    .insertInto('source')
    .values({
      name,
      kind,
      complete_until: now,
      good_at: now,
      error: null,
      paused_until: null,
      refused: String(refused),
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        complete_until: now,
        good_at: now,
        error: null,
        failures: 0,
        paused_until: null,
        refused: sql`source.refused + ${refused}`,
      }),
    )
    .execute();
}

/** Upserts the time up to which a coin's or repository's data is complete. */
export async function upsertPartProgress(db: Db, source: string, part: string, completeUntil: Date): Promise<void> {
  await db
    .insertInto('source_part')
    .values({ source, part, complete_until: completeUntil })
    .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet({ complete_until: completeUntil }))
    .execute();
}

/**
 * Upserts a source's failure.
 * The source's earlier data remains, and the next run repeats the request.
 * @param goodAt the current time if most of the request succeeded, otherwise null
 */
export async function upsertFailure(
  db: Db,
  { name, kind }: SourceName,
  { error, refused, pausedUntil, goodAt }: Failure,
): Promise<void> {
  await db
    .insertInto('source')
    .values({
      name,
      kind,
      error,
      failures: 1,
      refused: String(refused),
      complete_until: null,
      good_at: goodAt,
      paused_until: pausedUntil,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        error,
        good_at: sql`coalesce(excluded.good_at, source.good_at)`,
        failures: sql`source.failures + 1`,
        refused: sql`source.refused + ${refused}`,
        paused_until: pausedUntil,
      }),
    )
    .execute();
}
