import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A named row that opens on what it holds: a form, a list, an answer. */
export function Fold({
  title,
  open,
  className,
  children,
}: {
  title: ReactNode;
  /** Whether it is open at first; from then on it is the person's. */
  open?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    // Its sign turns with its own opening, not with that of a row around it.
    <details
      open={open}
      className={cx('border-b border-line last:border-0 [&[open]>summary>span:last-child]:rotate-45', className)}
    >
      <summary className="flex min-h-11.5 cursor-pointer items-center justify-between gap-4 py-2 font-semibold sm:min-h-14 marker:content-none">
        <span>{title}</span>
        <span aria-hidden className="text-xl font-normal text-water transition-transform">
          +
        </span>
      </summary>
      <div className="grid gap-4 pb-5">{children}</div>
    </details>
  );
}

/** A question that opens on its answer. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Fold title={title}>
      <p className="max-w-[70ch] text-ink-2">{children}</p>
    </Fold>
  );
}

/** Opens every row around a control, and moves the focus to it. */
export function openTo(control: HTMLElement | null): void {
  for (let row = control?.closest('details'); row; row = row.parentElement?.closest('details')) row.open = true;
  control?.focus();
}
