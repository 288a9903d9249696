import type { Findings, SourceKind } from '../domain/findings.ts';
import { BadAnswer, Refused, type Web } from './web.ts';

/** A request for findings up to `now`. */
export interface FetchRequest {
  now: Date;
  /** Start of the requested period. Earlier data is already stored. */
  since: Date;
  /** Returns the start of the period for a coin or repository that is requested separately. */
  sinceOf(one: string): Date;
  /** The tickers of the requested coins. */
  coins: readonly string[];
}

/** An external source of findings. */
export interface Source {
  name: string;
  kind: SourceKind;
  /** Yields findings in batches, so that the batches before a failure are stored. */
  fetch(request: FetchRequest): AsyncIterable<Findings>;
  pausedUntil: Web['pausedUntil'];
}

/** After this many failures in a row, the source itself is considered faulty, and not the items. */
const mostInARow = 5;

/** Thrown if some items failed and the others succeeded. */
export class PartlyAnswered extends Error {}

/**
 * Requests several items one after the other.
 * A refused or malformed answer does not stop the following requests. An unreachable or throttling source stops the
 * whole request.
 * @param nameOf returns an item's name for operators and for the next run
 * @throws PartlyAnswered at the end, with the first failure; any error if the source is faulty
 */
export async function* eachOf<One>(
  wanted: Iterable<One>,
  nameOf: (one: One) => string,
  fetchOne: (one: One) => AsyncIterable<Findings>,
): AsyncGenerator<Findings> {
  let wrong: string | undefined;
  let [answered, inARow] = [0, 0];
  for (const one of wanted) {
    try {
      yield* fetchOne(one);
      yield { completed: nameOf(one) };
      answered++;
      inARow = 0;
    } catch (error) {
      if (!concernsOneItem(error)) throw error;
      wrong ??= `${nameOf(one)}: ${error.message}`;
      if (++inARow === mostInARow) throw new Error(wrong);
    }
  }
  if (wrong) throw answered > 0 ? new PartlyAnswered(wrong) : new Error(wrong);
}

/** Returns true if a failure concerns only one item, and not the whole source. */
function concernsOneItem(error: unknown): error is Error {
  return error instanceof BadAnswer || (error instanceof Refused && error.status < 500 && error.status !== 429);
}
