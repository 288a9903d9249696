import { CircleQuestionMark, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { floating, useFloating } from '../floating.ts';
import { pictureButton } from '../ui/picture-button.ts';

const close = () => floating.close('help');

/**
 * Explains what is asked for, in a bubble under its button: that stands below the field, so that the field stays in
 * sight. Escape, the cross or a press elsewhere closes it.
 */
export function DestinationHelp() {
  const open = useFloating()?.name === 'help';
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => close, []);
  useEffect(() => {
    if (!open) return;
    bubble.current?.focus({ preventScroll: true });
    bubble.current?.scrollIntoView({ block: 'nearest' });
    const closeElsewhere = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', closeElsewhere);
    return () => document.removeEventListener('pointerdown', closeElsewhere);
  }, [open]);

  function putAway() {
    close();
    button.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the button, too
    <div ref={place} className="relative print:hidden" onKeyDown={({ key }) => open && key === 'Escape' && putAway()}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        onClick={() => (open ? close() : floating.open('help', button.current))}
        className="inline-flex min-h-11 items-center gap-2 text-left font-semibold text-water hover:underline"
      >
        <CircleQuestionMark aria-hidden className="size-6 shrink-0" />
        What do these words mean?
      </button>
      {open && (
        // It ends above the bar of the chat, also where it is the last on the page.
        <div className="pointer-events-none absolute inset-x-0 top-full z-20 pt-1.5 pb-20">
          <div
            ref={bubble}
            role="dialog"
            aria-label="What these words mean"
            tabIndex={-1}
            className="pointer-events-auto relative max-w-md animate-rise rounded-md border border-line-strong bg-card px-[min(1.25rem,5vw)] py-4 shadow-card outline-none"
          >
            {/* The cross stands beside the first word alone. */}
            <dl className="grid gap-3 [&>:first-child>dt]:pr-9">
              <Word name="XRP address">
                Where XRP is sent to. It begins with a small r, and your wallet shows it. It is safe to share.
              </Word>
              <Word name="Destination tag">
                A number by which an exchange tells its customers apart. Your own wallet needs none.
              </Word>
              <Word name="An address that does not work">
                It may not be whole, be for another coin (0x…), or belong to an exchange. Copy it in your wallet again.
              </Word>
            </dl>
            <button
              ref={pictureButton}
              type="button"
              aria-label="Close"
              onClick={putAway}
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
            >
              <X aria-hidden className="size-6" />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

function Word({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}
