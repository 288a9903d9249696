import { EllipsisVertical } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

const entryClass =
  'flex min-h-11 cursor-default items-center gap-2 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunk';

/** A button that opens a menu. Radix moves the focus with the arrow keys, and returns it to the button. */
export function Menu({ label, trigger, children }: { label: string; trigger?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger
        aria-label={label}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2 text-sm font-semibold text-water hover:bg-sunk"
      >
        {trigger ?? <EllipsisVertical aria-hidden className="size-5" />}
      </Radix.Trigger>
      {/* All content belongs in a landmark. */}
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-30 min-w-44 rounded-md border border-line bg-card p-1 text-ink shadow-card"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item className={entryClass} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}
