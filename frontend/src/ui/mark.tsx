import { cx } from './cx.ts';
import sprite from './sprite.svg';

const sizes = {
  s: 'size-10 rounded-[10px]',
  m: 'size-12 rounded-[12px]',
  l: 'size-14 rounded-md @max-tight:size-10 @max-tight:rounded-[10px]',
} as const;

/** Shows the logo of an exchange or wallet, or its monogram. For `null` it shows a dashed placeholder. */
export function Mark({ of, size = 'm' }: { of: { id: string } | null; size?: 's' | 'm' | 'l' }) {
  if (!of) {
    return (
      <span
        aria-hidden
        className={cx(
          'grid place-items-center border border-dashed border-line-strong font-bold text-ink-3',
          sizes[size],
          size === 'l' && 'text-lg',
        )}
      >
        ?
      </span>
    );
  }
  return (
    // The background is visible until the sprite has loaded.
    <svg aria-hidden className={cx('bg-sunk', sizes[size])}>
      <use href={`${sprite}#${of.id}`} />
    </svg>
  );
}
