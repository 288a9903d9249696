import type { ReactNode } from 'react';

/**
 * Shows its children in a wide window, or on a phone.
 * The server does not know the width, so it renders the children for both, and CSS selects.
 */
export function AtWidth({
  wide,
  isWide,
  children,
}: {
  /** True to show the children in a wide window, false on a phone. */
  wide: boolean;
  /** The result of `useIsWideOnceHydrated`. */
  isWide: boolean | null;
  children: ReactNode;
}) {
  if (isWide !== null && isWide !== wide) return null;
  const hidden = wide ? 'contents max-md:hidden' : 'contents md:hidden';
  return <div className={isWide === null ? hidden : 'contents'}>{children}</div>;
}
