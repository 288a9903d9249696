import { type Kysely, sql } from 'kysely';
import type { SourceKind } from './domain/findings.ts';
import type { SourceTable, Tables } from './store.ts';

type Db = Kysely<Tables>;

export interface SourceState {
  name: string;
  kind: SourceKind;
  /** Whether what is shown comes from it: of those that tell prices one is asked, and others stand in for it. */
  inUse: boolean;
  knownUntil: Date | null;
  /** Up to when each coin or repository is known that is asked for by itself. */
  parts: ReadonlyMap<string, Date>;
  goodAt: Date | null;
  error: string | null;
  failures: number;
  refused: number;
  pausedUntil: Date | null;
}

export async function readSources(db: Db): Promise<SourceState[]> {
  const isAsked = sql<boolean>`kind <> 'prices' or exists (select from quote where quote.source = source.name)`;
  const rows = await db.selectFrom('source').selectAll().select(isAsked.as('in_use')).orderBy('name').execute();
  const parts = Map.groupBy(await db.selectFrom('known').selectAll().execute(), ({ source }) => source);
  return rows.map((row) => ({
    name: row.name,
    kind: row.kind,
    inUse: row.in_use,
    knownUntil: row.known_until,
    parts: new Map(parts.get(row.name)?.map(({ part, until }) => [part, until])),
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

/** A source has answered all that was asked: up to then everything is known. */
export async function markGood(db: Db, { name, kind }: SourceName, now: Date, refused: number): Promise<void> {
  await db
    .insertInto('source')
    .values({ name, kind, known_until: now, good_at: now, error: null, paused_until: null, refused: String(refused) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        known_until: now,
        good_at: now,
        error: null,
        failures: 0,
        paused_until: null,
        refused: sql`source.refused + ${refused}`,
      }),
    )
    .execute();
}

/** A source has told everything about a coin or repository that is asked for by itself. */
export async function keepKnown(db: Db, source: string, part: string, until: Date): Promise<void> {
  await db
    .insertInto('known')
    .values({ source, part, until })
    .onConflict((conflict) => conflict.columns(['source', 'part']).doUpdateSet({ until }))
    .execute();
}

/**
 * A source has failed: what it said before stays, and is asked for again.
 *
 * @param goodAt when it answered all the same, for the most part
 */
export async function markFailed(
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
      known_until: null,
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
