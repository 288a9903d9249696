/** The classes of a numbered step's ring, by the state of the step. */
export const rings = {
  done: 'bg-good text-card',
  now: 'bg-water text-water-ink',
  next: 'bg-sunk text-ink-2 inset-ring-[1.5px] inset-ring-line-strong',
} as const;
