import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const pills = {
  plain: 'bg-sunk text-ink-2',
  water: 'bg-water-soft text-water-deep',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

/** Shows a state in one to three words, which do not wrap in a table. */
export function Pill({ kind = 'plain', children }: { kind?: keyof typeof pills; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold @3xl:whitespace-nowrap',
        pills[kind],
      )}
    >
      {children}
    </span>
  );
}
