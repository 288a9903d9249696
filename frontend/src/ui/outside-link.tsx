import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonClass, textLink } from './button.tsx';
import { cx } from './cx.ts';

/**
 * Links to another site, in a new tab and without a Referer header.
 * With `variant` the link looks like a button.
 */
export function OutsideLink({
  variant,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'target' | 'rel'> & { href: string } & Pick<ButtonStyle, 'variant'>) {
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener noreferrer"
      className={variant ? buttonClass({ variant }, className) : cx(textLink, className)}
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
