import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { later } from '../ui/later.ts';

const Palette = later(async () => (await import('./palette.tsx')).Palette);

/** Opens the search for all transfers and contacts, by a button or by Ctrl+K or ⌘K. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // The palette does not open over another dialog, which may contain a form.
      if (event.defaultPrevented || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 text-sm text-ink-2 hover:bg-sunk md:shadow-[inset_0_0_0_1.5px_var(--color-line-strong)]"
      >
        <Search aria-hidden className="size-5" />
        <span className="max-md:sr-only">Search all</span>
        <kbd aria-hidden className="font-sans text-ink-3 max-lg:hidden">
          Ctrl K
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
