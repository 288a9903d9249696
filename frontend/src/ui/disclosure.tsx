import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Shows a titled row that expands to show its content. */
export function Fold({
  title,
  open,
  className,
  children,
}: {
  title: ReactNode;
  /** The initial state, until the customer clicks. */
  open?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // The child selectors (`>`) exclude nested rows: their sign must not turn when this row opens.
    <details
      open={open}
      className={cx('border-b border-line last:border-0 [&[open]>summary>span:last-child]:rotate-45', className)}
    >
      <summary className="flex min-h-11.5 cursor-pointer items-center justify-between gap-4 py-2 font-semibold sm:min-h-14 marker:content-none">
        {typeof title === 'string' ? <span>{title}</span> : title}
        <span aria-hidden className="text-xl font-normal text-water transition-transform">
          +
        </span>
      </summary>
      <div className="grid gap-4 pb-5">{children}</div>
    </details>
  );
}

/** Shows a question that expands to show its answer. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Fold title={title}>
      <p className="max-w-[70ch] text-ink-2">{children}</p>
    </Fold>
  );
}

/** Opens each `details` around a control and focuses the control. */
export function openTo(control: HTMLElement | null): void {
  for (let row = control?.closest('details'); row; row = row.parentElement?.closest('details')) row.open = true;
  control?.focus();
}
