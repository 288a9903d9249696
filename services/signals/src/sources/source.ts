import type { Findings, SourceKind } from '../domain/findings.ts';
import type { Web } from './web.ts';

export interface Question {
  now: Date;
  /** What was there before is known already. */
  since: Date;
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
