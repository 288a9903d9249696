import type { Signal } from '../../domain/signals/api.ts';

/** The type “Infrastructure” has no button, and appears only under “All” (spec 2 §2). */
export const filters = ['All', 'Institutional', 'Adoption', 'Deployment'] as const;
export type Filter = (typeof filters)[number];

export function filterSignals<One extends Pick<Signal, 'type' | 'quantum'>>(
  signals: readonly One[],
  { filter, quantumOnly }: { filter: Filter; quantumOnly: boolean },
): One[] {
  return signals.filter(({ type, quantum }) => (filter === 'All' || type === filter) && (!quantumOnly || quantum));
}

/** Returns true for a hot signal (spec 2 §2): confident, of high impact, or with an unchanged price. */
export function isHot({
  confidenceScore,
  impact,
  graphMoved,
}: Pick<Signal, 'confidenceScore' | 'impact' | 'graphMoved'>): boolean {
  return confidenceScore >= 90 || impact === 'high' || graphMoved === false;
}
