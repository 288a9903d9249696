import type { Signal } from '../../domain/signals/api.ts';

/** Infrastructure has no button of its own: it shows under All (spec 2 §2). */
export const filters = ['All', 'Institutional', 'Adoption', 'Deployment'] as const;
export type Filter = (typeof filters)[number];

/** The signals that somebody wants to see. */
export function filterSignals<One extends Pick<Signal, 'type' | 'quantum'>>(
  signals: readonly One[],
  { filter, quantumOnly }: { filter: Filter; quantumOnly: boolean },
): One[] {
  return signals.filter(({ type, quantum }) => (filter === 'All' || type === filter) && (!quantumOnly || quantum));
}

/** Whether a signal is hot (spec 2 §2): sure, weighty, or the price is known not to have answered yet. */
export function isHot({
  confidenceScore,
  impact,
  graphMoved,
}: Pick<Signal, 'confidenceScore' | 'impact' | 'graphMoved'>): boolean {
  return confidenceScore >= 90 || impact === 'high' || graphMoved === false;
}
