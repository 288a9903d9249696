import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { floating } from '../lib/floating.ts';

/**
 * Shows a modal dialog while it is mounted.
 * Radix traps the focus. Escape and the close button close it.
 */
export function Dialog({ onClose, title, children }: { onClose: () => void; title: string; children: ReactNode }) {
  // Radix has no trigger here and does not restore the focus, so the element that opened the dialog is stored.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    floating.open('dialog');
    return () => floating.close('dialog');
  }, []);
  return (
    <RadixDialog.Root open onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-black/55" />
        <RadixDialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className="fixed inset-x-[min(1rem,4vw)] top-1/2 z-40 mx-auto grid max-h-[calc(100dvh-32px)] max-w-lg -translate-y-1/2 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto rounded-lg border border-line bg-card p-[min(1.5rem,6vw)] shadow-card"
        >
          <div className="flex items-start justify-between gap-[min(1rem,3vw)]">
            <RadixDialog.Title className="min-w-0 text-xl wrap-anywhere">{title}</RadixDialog.Title>
            <RadixDialog.Close
              aria-label="Close"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk"
            >
              <X className="size-6" aria-hidden />
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
