import type { ReactNode } from 'react';

/** Shows a payment and what follows it, on one line: "2 XRP arrived → 2,498 XRP is next". */
export function Sum({ amount, now, then }: { amount: string; now?: ReactNode; then?: string | undefined }) {
  return (
    <p className="min-w-0 text-ink-2 tabular">
      <b className="text-2xl text-water-deep">{amount}</b> {now}{' '}
      {then && <span className="inline-block text-lg">→ {then}</span>}
    </p>
  );
}
