import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * Shows a share from 0 to 1 as a bar in the text's colour.
 * The bar is `aria-hidden`, and the caller also shows the value as text.
 */
export function Bar({ share, className, children }: { share: number; className?: string; children?: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className={cx('h-2.5 overflow-hidden rounded-full bg-sunk', className)}
    >
      <rect width={100 * share} height="10" fill="currentColor" />
      {children}
    </svg>
  );
}
