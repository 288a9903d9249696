import pg from 'pg';

/** Maximum number of prepared statements, because the text of some statements grows with a list. */
const mostNames = 500;
const names = new Map<string, string>();
let lastName = 0;

/**
 * Prepares each statement with parameters, because planning takes longer than running it.
 * Sends BEGIN in one packet with the transaction's first statement, without waiting for a response (pg's `pipeline`).
 * This saves a round trip and a write.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's method has many overloads
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

  /**
   * Sends BEGIN without waiting for the response.
   * BEGIN fails only if the connection is lost, and then the next statement fails too.
   */
  async #begin(): Promise<pg.QueryResult> {
    const { stream } = this.connection;
    stream.cork();
    // The first statement follows in the same tick. If it does not, BEGIN is sent alone.
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
      // The transaction is aborted, and `transact` runs it again.
      if (this.getTransactionStatus() !== 'I') throw error;
      return this.#query({ name: nameOf(text), text, values });
    }
  }
}

function nameOf(text: string): string | undefined {
  // The best plan for a search depends on its pattern, which the plan of a prepared statement ignores.
  if (/ i?like \$/.test(text)) return undefined;
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  lastName += 1;
  const name = `statement_${lastName}`;
  names.set(text, name);
  return name;
}

/** Returns true if a migration has changed the table since the statement was planned. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
