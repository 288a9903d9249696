import type { ReactNode } from 'react';

/** A question that opens on its answer. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group border-b border-line last:border-0">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 font-semibold marker:content-none">
        {title}
        <span aria-hidden className="text-xl font-normal text-water transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <p className="max-w-[70ch] pb-5 text-ink-2">{children}</p>
    </details>
  );
}
