import { Check, EllipsisVertical } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';

const entryClass =
  'flex min-h-11 cursor-default items-center gap-2 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunk';

/**
 * Shows a button that opens a menu.
 * Radix moves the focus with the arrow keys, and returns it to the button.
 */
export function Menu({ label, trigger, children }: { label: string; trigger?: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger
        aria-label={label}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2 text-sm font-semibold text-water hover:bg-sunk"
      >
        {trigger ?? <EllipsisVertical aria-hidden className="size-5" />}
      </Radix.Trigger>
      {/* The menu is rendered in `main`, because all content belongs in a landmark. */}
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

/** Shows a menu item that is on or off. The menu stays open, so that several items can be changed. */
export function MenuCheck({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      className={entryClass}
      checked={isOn}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="size-5">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-5 text-water" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}
