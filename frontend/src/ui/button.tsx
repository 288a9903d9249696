import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from './cx.ts';

const variants = {
  /** The screen's main action. */
  primary: 'bg-water text-water-ink hover:bg-water-deep',
  soft: 'bg-water-soft text-water-deep shadow-[inset_0_0_0_1.5px_var(--color-water)] hover:bg-water-soft/70',
  quiet: 'text-water shadow-[inset_0_0_0_1.5px_var(--color-line-strong)] hover:bg-sunk',
} as const;

export type ButtonStyle = {
  variant?: keyof typeof variants;
  wide?: boolean;
  /** Makes the button 44 px high, the minimum for touch. For use in a row or beside a heading. */
  small?: boolean;
};

export const buttonClass = ({ variant = 'primary', wide, small }: ButtonStyle, className?: string) =>
  cx(
    'inline-flex items-center justify-center gap-2.5 rounded-full text-center font-semibold leading-tight text-balance no-underline transition-colors',
    'disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-3 disabled:shadow-none',
    small ? 'min-h-11 px-4 py-1 text-sm' : 'min-h-13 px-[min(1.5rem,7vw)] py-2',
    variants[variant],
    wide && 'w-full',
    className,
  );

/** Shows a button. While `busy` it stays focusable, shows `busyLabel` and ignores clicks. */
export function Button({
  variant,
  wide,
  small,
  busy,
  busyLabel,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & ButtonStyle & { busy?: boolean; busyLabel?: string }) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, wide, small }, cx(busy && 'cursor-progress opacity-80', className))}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {busy ? (
        <>
          <Spinner />
          {busyLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({ variant, wide, small, className, ...rest }: LinkProps & ButtonStyle) {
  return <Link className={buttonClass({ variant, wide, small }, className)} {...rest} />;
}

/** Shows a button that looks like a link in running text. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return (
    <button type={type} className={cx(textLink, 'inline-flex min-h-11 items-center text-left', className)} {...rest} />
  );
}

export const textLink = 'text-water underline underline-offset-3 decoration-1 hover:decoration-2';

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={cx(textLink, className)} {...rest} />;
}

function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 animate-spin"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
    </svg>
  );
}
