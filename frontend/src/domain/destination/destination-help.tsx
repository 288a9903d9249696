import type { ReactNode } from 'react';
import { Fold } from '../../ui/disclosure.tsx';

/** Explains the terms in a row that expands, so that the text covers neither the field nor the button. */
export function DestinationHelp() {
  return (
    <Fold title="What do these words mean?" className="border-y last:border-y print:hidden">
      <dl className="grid gap-3">
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
    </Fold>
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
