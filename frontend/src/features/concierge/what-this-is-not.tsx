import type { ReactNode } from 'react';

/** Shows a disclaimer below a part of the concierge. */
export function WhatThisIsNot({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line pt-3.5 text-sm text-ink-2">
      <h3 className="text-base font-semibold">What this doesn’t do</h3>
      <p className="max-w-[70ch]">{children}</p>
    </div>
  );
}
