import pg from 'pg';

/** Bounds the statements whose texts grow with a list. */
const mostNames = 500;
const names = new Map<string, string>();
let lastName = 0;

/**
 * Prepares each statement with parameters: planning ours takes longer than running them.
 * BEGIN leaves in one packet with the transaction's first statement (by pg's `pipeline`), without waiting for an answer: one
 * round trip and one write less.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: has as many forms as pg's
  override query(...given: any[]): any {
    const [text, values, callback] = given;
    if (text === 'begin' && this.pipeline && !callback) return this.#begin();
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && !callback;
    return isPlain ? this.#queryPrepared(text, values) : this.#query(...given);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #query(...given: any[]): any {
    return Reflect.apply(super.query, this, given);
  }

  /** BEGIN fails only with the connection, and then so does the next statement. */
  async #begin(): Promise<pg.QueryResult> {
    const { stream } = this.connection;
    stream.cork();
    // The first statement follows within this turn, or the BEGIN goes alone.
    process.nextTick(() => stream.uncork());
    this.#query('begin').catch(() => {});
    return { command: 'BEGIN', rowCount: null, oid: 0, rows: [], fields: [] };
  }

  async #queryPrepared(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#query({ name: nameOf(text), text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      names.delete(text);
      // The transaction is aborted: `transact` runs it again.
      if (this.getTransactionStatus() !== 'I') throw error;
      return this.#query({ name: nameOf(text), text, values });
    }
  }
}

function nameOf(text: string): string | undefined {
  // The pattern decides whether the index is faster, and a prepared plan ignores it.
  if (/ i?like \$/.test(text)) return undefined;
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  lastName += 1;
  const name = `statement_${lastName}`;
  names.set(text, name);
  return name;
}

/** True when a migration has changed the table since the statement was planned. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
