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
  goodAt: Date | null;
  error: string | null;
  failures: number;
  refused: number;
  pausedUntil: Date | null;
}

export async function readSources(db: Db): Promise<SourceState[]> {
  const isAsked = sql<boolean>`kind <> 'prices' or exists (select from quote where quote.source = source.name)`;
  const rows = await db.selectFrom('source').selectAll().select(isAsked.as('in_use')).orderBy('name').execute();
  return rows.map((row) => ({
    name: row.name,
    kind: row.kind,
    inUse: row.in_use,
    knownUntil: row.known_until,
    goodAt: row.good_at,
    error: row.error,
    failures: row.failures,
    refused: Number(row.refused),
    pausedUntil: row.paused_until,
  }));
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

/** A source has failed: what it said before stays, and is asked for again. */
export async function markFailed(
  db: Db,
  { name, kind }: SourceName,
  { error, refused, pausedUntil }: { error: string; refused: number; pausedUntil: Date | null },
): Promise<void> {
  await db
    .insertInto('source')
    .values({
      ...{ name, kind, error, failures: 1, refused: String(refused) },
      ...{ known_until: null, good_at: null, paused_until: pausedUntil },
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        error,
        failures: sql`source.failures + 1`,
        refused: sql`source.refused + ${refused}`,
        paused_until: pausedUntil,
      }),
    )
    .execute();
}
