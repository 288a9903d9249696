import type { Findings, SourceKind } from '../domain/findings.ts';
import { BadAnswer, Refused, type Web } from './web.ts';

export interface Question {
  now: Date;
  /** What was there before is known already. */
  since: Date;
  /** The same of a coin or repository that is asked for by itself. */
  sinceOf(one: string): Date;
  /** The tickers to ask about. */
  coins: readonly string[];
}

/** A place that we ask. */
export interface Source {
  name: string;
  kind: SourceKind;
  /** Brings what it finds bit by bit: what was there before it failed is kept. */
  ask(question: Question): AsyncIterable<Findings>;
  pausedUntil: Web['pausedUntil'];
}

/** So many in a row without a good answer are the source's fault, and not theirs. */
const mostInARow = 5;

/** Some of what was asked for got no good answer; the rest did. */
export class PartlyAnswered extends Error {}

/**
 * Asks for each of several, one after the other. One that gets a no or a bad answer takes nothing from those after it;
 * a source that cannot be reached, or asks for patience, is asked no more.
 *
 * @param nameOf what it is known by, to operators and for being asked again
 * @throws PartlyAnswered in the end, with what was wrong with the first; any error when the source is to blame
 */
export async function* eachOf<One>(
  wanted: Iterable<One>,
  nameOf: (one: One) => string,
  ask: (one: One) => AsyncIterable<Findings>,
): AsyncGenerator<Findings> {
  let wrong: string | undefined;
  let [answered, inARow] = [0, 0];
  for (const one of wanted) {
    try {
      yield* ask(one);
      yield { known: nameOf(one) };
      answered++;
      inARow = 0;
    } catch (error) {
      if (!isOfOne(error)) throw error;
      wrong ??= `${nameOf(one)}: ${error.message}`;
      if (++inARow === mostInARow) throw new Error(wrong);
    }
  }
  if (wrong) throw answered > 0 ? new PartlyAnswered(wrong) : new Error(wrong);
}

/** Whether something went wrong with what was asked for, and not with the source. */
function isOfOne(error: unknown): error is Error {
  return error instanceof BadAnswer || (error instanceof Refused && error.status < 500 && error.status !== 429);
}
