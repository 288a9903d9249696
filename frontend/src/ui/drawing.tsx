import { cx } from './cx.ts';
import sprite from './sprite.svg';

/** A line drawing in the stroke of the bridge. */
export function Drawing({
  of,
  className,
}: {
  of: 'exchange' | 'wallet' | 'test' | 'ledger' | 'receipt' | 'lock';
  className?: string;
}) {
  return (
    // In pixels: in large text, the words need the room.
    <svg aria-hidden className={cx('h-[64px] w-[80px]', className)}>
      <use href={`${sprite}#draw-${of}`} />
    </svg>
  );
}
