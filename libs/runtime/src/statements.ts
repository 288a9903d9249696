import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { AnyTransaction } from './messaging/tables.ts';

/** A builder of statements that others run: for `compileOnce`. */
export function draftStatements<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

const drafts = draftStatements<unknown>();

/** Stands for a value that comes with each call. What would read it fails, for it would read nothing. */
class Slot {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
  toJSON(): never {
    throw new Error(`${String(this.name)} is not known while a statement is built: it can only be placed`);
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON();
  }
}

const standIns: ProxyHandler<object> = {
  get: (_none, name) => new Slot(name),
  ownKeys() {
    throw new Error('a statement that is built once names each of its values');
  },
};

/**
 * Makes the text of a hot statement once, for building it takes longer than what it is built for. `build` is called with
 * stand-ins, at the first use: it may only say where each value goes, by name, and decide nothing by them; `{ ...values }`
 * and what makes a text of one throw.
 * @returns the statement with the values of a call, to be run by `executeQuery` or given to `write`
 */
export function compileOnce<Values extends object, Row>(
  build: (values: Values) => { compile(by: Kysely<unknown>): CompiledQuery<Row> },
): (values: Values) => CompiledQuery<Row> {
  let made: CompiledQuery | undefined;
  return (values) => {
    made ??= build(new Proxy<Values>({} as Values, standIns)).compile(drafts);
    const parameters = made.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one));
    return CompiledQuery.raw(made.sql, parameters) as CompiledQuery<Row>;
  };
}

/** One statement among those that a transaction writes at its end. */
export interface Write {
  query: CompiledQuery;
  /** Makes what is thrown when no row was written; the statement says which were by `returning`. */
  orElse?: (() => Error) | undefined;
}

/**
 * Sends statements that insert, update or delete as one, in a single round trip. All of them see what was there before, and
 * none what another writes, so no two may write the same row; what triggers check, they check at the end of all.
 * @throws what `orElse` of one gives that wrote nothing, and whatever PostgreSQL refuses
 */
export async function writeTogether(tx: AnyTransaction, writes: readonly Write[]): Promise<void> {
  const [only] = writes;
  if (!only) return;
  if (writes.length === 1 && !only.orElse) {
    await tx.executeQuery(only.query);
    return;
  }
  const { rows } = await tx.executeQuery<Record<string, number>>(join(writes));
  for (const [place, { orElse }] of writes.entries()) {
    if (orElse && rows[0]?.[`w${place}`] === 0) throw orElse();
  }
}

// They are few: a service has some dozen kinds of transactions. What grows with a list is joined anew each time.
const mostJoined = 500;
const joined = new Map<string, string>();

function join(writes: readonly Write[]): CompiledQuery {
  const key = writes.map(({ query, orElse }) => `${orElse ? 'must' : 'may'} ${query.sql}`).join('\n');
  const text = joined.get(key) ?? joinTexts(writes);
  if (joined.size < mostJoined) joined.set(key, text);
  const parameters = writes.flatMap(({ query }) => query.parameters);
  return CompiledQuery.raw(text, parameters);
}

/** Each becomes a common table expression, with the numbers of its parameters behind those of the ones before. */
function joinTexts(writes: readonly Write[]): string {
  let before = 0;
  const parts = writes.map(({ query }, place) => {
    const shift = before;
    before += query.parameters.length;
    // Texts of ours hold no other dollar: what is not ours is a parameter.
    const text = query.sql.replace(/\$(\d+)/g, (_all, number: string) => `$${Number(number) + shift}`);
    return `w${place} as (${text})`;
  });
  const counts = writes.flatMap(({ orElse }, place) =>
    orElse ? [`(select count(*) from w${place})::int as w${place}`] : [],
  );
  return `with ${parts.join(', ')} select ${counts.join(', ') || 'true'}`;
}
