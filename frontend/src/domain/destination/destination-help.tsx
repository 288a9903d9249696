import type { ReactNode } from 'react';
import { Fold } from '../../ui/disclosure.tsx';

/** Explains the terms in a row that expands, so that the text covers neither the field nor the button. */
export function DestinationHelp() {
  return (
    <Fold title="Help with addresses and tags" className="border-y last:border-y print:hidden">
      <dl className="grid gap-3">
        <Word name="XRP address">
          This is where your XRP goes. It starts with a lowercase r, and your wallet shows it. It’s safe to share.
        </Word>
        <Word name="Destination tag">
          A number that tells an exchange who the XRP is for. Your own wallet doesn’t need one.
        </Word>
        <Word name="If your address doesn’t work">
          Part of the address may be missing. It may also be for another coin (0x…) or belong to an exchange. Copy it
          from your wallet again.
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
