import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../shared/paths.ts';
import { defineStored, inThisTab, parseFlag } from '../../shared/storage.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { pictureButton } from '../../shared/ui/picture-button.ts';

const adClosed = defineStored('ad-closed', parseFlag, false, inThisTab);

/** The sponsored banner, with something of our own in it. Closed, it stays away until the tab is closed. */
export function HouseAd() {
  const [wasClosed] = useState(() => adClosed.get());
  const [closed, setClosed] = useState(wasClosed);
  const thanks = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone: who came by the keyboard goes on from here.
  useEffect(() => {
    if (closed) thanks.current?.focus({ preventScroll: true });
  }, [closed]);
  if (wasClosed) return null;
  if (closed) {
    return (
      <p ref={thanks} tabIndex={-1} role="status" className="text-sm text-ink-2 outline-none">
        The ad is closed, and stays closed until you close this tab.
      </p>
    );
  }
  return (
    <aside aria-label="Ad" className="relative rounded-lg border border-line bg-card px-[min(1.5rem,5vw)] py-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:pr-10">
        <Pill>Ad</Pill>
        <p className="min-w-[min(16rem,100%)] flex-1">
          <b>No wallet yet?</b> Our free helper takes you through it, one step at a time.
        </p>
        <ButtonLink variant="quiet" to={paths.walletSetup}>
          Open the wallet helper
        </ButtonLink>
      </div>
      <button
        ref={pictureButton}
        type="button"
        aria-label="Close this ad"
        className="absolute top-3 right-2 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunk"
        onClick={() => {
          adClosed.set(true);
          setClosed(true);
        }}
      >
        <X className="size-5" aria-hidden />
      </button>
    </aside>
  );
}
