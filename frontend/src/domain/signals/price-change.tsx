import { TrendingDown, TrendingUp } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** A change of price with its sign: told by an arrow and words, too, and not by colour alone. */
export function PriceChange({ change }: { change: string }) {
  const up = change.startsWith('+');
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold tabular', up ? 'text-good' : 'text-bad')}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="sr-only">{up ? 'up' : 'down'}</span> {change}
    </span>
  );
}
