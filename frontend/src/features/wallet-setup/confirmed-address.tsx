import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { checkedDestination } from '../../domain/destination/checked-destination.ts';
import { paths } from '../../lib/paths.ts';
import { Address } from '../../ui/address.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { unpackAddress } from './saved-addresses.ts';

/** Shows the complete address for a last comparison, and the next step. */
export function ConfirmedAddress({
  wallet,
  text,
  title,
  onChange,
}: {
  wallet: Wallet;
  /** The address as it was pasted. */
  text: string;
  title: (text: string) => ReactNode;
  onChange: () => void;
}) {
  const { address, tag } = unpackAddress(text) ?? { address: text, tag: null };
  return (
    <Card raised as="section" aria-label="Your address" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-start gap-3">
        <Pill kind="good">Saved on this device</Pill>
        {title(`Your XRP address in ${wallet.name}`)}
      </div>
      <Address value={address} />
      <p>Does it match the address in your wallet? {compareBoldGroups}</p>
      {tag !== null && <p>Your address includes the tag {tag}.</p>}
      <p>Next, choose the exchange that holds your XRP now. We’ll fill in this address for you.</p>
      <Buttons>
        <ButtonLink to={paths.selectionTo(wallet.id)} onClick={() => checkedDestination.set({ address: text })}>
          Start my transfer
          <ArrowRight aria-hidden className="size-5" />
        </ButtonLink>
        <Button variant="quiet" onClick={onChange}>
          Change the address
        </Button>
      </Buttons>
    </Card>
  );
}
