import { TrendingDown, TrendingUp } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** Shows a price change with its sign, an arrow and a word, not only by colour. */
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
