import { cx } from './cx.ts';
import sprite from './sprite.svg';

export type DrawingName = 'exchange' | 'wallet' | 'test' | 'ledger' | 'receipt' | 'lock';

/** Shows a line drawing with the same stroke as the bridge. */
export function Drawing({ of, className }: { of: DrawingName; className?: string }) {
  return (
    // The size is in pixels, so that the drawing does not grow with large text, which needs the room.
    <svg aria-hidden className={cx('h-[96px] w-[120px]', className)}>
      <use href={`${sprite}#draw-${of}`} />
    </svg>
  );
}
