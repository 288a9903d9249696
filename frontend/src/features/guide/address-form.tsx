import { walletName } from '@xrp-bridge/contracts/wallets';
import type { ReactNode, Ref } from 'react';
import { AddressField, TagField } from '../../domain/destination/destination-fields.tsx';
import { DestinationForm } from '../../domain/destination/destination-form.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useTimes } from '../../ui/use-times.ts';

/**
 * Shows a form for the wallet's address.
 * A tag belongs to its address, so another address removes the tag. The tag stays only if the new address contains it,
 * or if the customer enters it again.
 */
export function AddressForm({
  transfer,
  known = '',
  tag,
  waiting,
  onSaved,
  children,
}: {
  transfer: Transfer;
  known?: string;
  /** Shows the tag field in its own row, collapsed ('folded') or open. */
  tag?: 'folded' | 'open';
  /** True from the moment the address is saved until the guide's steps show it. */
  waiting?: boolean;
  onSaved?: () => void;
  /** Buttons beside the button that saves. */
  children?: ReactNode;
}) {
  return (
    <DestinationForm
      transfer={transfer}
      initial={{ address: known, tag: known ? (transfer.destinationTag ?? '') : '' }}
      addressRequired
      changes={({ destinationAddress, destinationTag = null }) => ({ destinationAddress, destinationTag })}
      what="address"
      button="Save my address"
      waiting={waiting}
      onSaved={onSaved}
      fields={(of) => (
        <>
          <AddressField {...of} walletName={walletName(transfer.toWallet)} />
          {tag && (
            <Fold title="My wallet gave me a tag" open={tag === 'open'}>
              <TagField {...of} />
            </Fold>
          )}
        </>
      )}
    >
      {children}
    </DestinationForm>
  );
}

/** Shows a form to change the address, instead of the step. */
export function ChangeAddress({
  ref,
  transfer,
  askTag,
  onDone,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  /** True if only the tag is missing. */
  askTag: boolean;
  onDone: () => void;
}) {
  return (
    <Card raised as="section" aria-labelledby="address" className="grid gap-4">
      <h2 id="address" ref={ref} tabIndex={-1} className="text-xl">
        Change where your XRP goes
      </h2>
      <p className="text-ink-2">Copy the address from {walletName(transfer.toWallet)}. Paste it here. Don’t type it.</p>
      <AddressForm
        transfer={transfer}
        known={transfer.destinationAddress}
        tag={askTag || transfer.destinationTag !== null ? 'open' : 'folded'}
        onSaved={onDone}
      >
        <Button variant="quiet" onClick={onDone}>
          Keep my address as it is
        </Button>
      </AddressForm>
    </Card>
  );
}

/**
 * Warns that the server's address is not the one that this browser sent.
 * The address is hidden, so that the customer cannot copy it.
 */
export function SwappedAddress({ transfer, support }: { transfer: Transfer; support: string }) {
  return (
    <>
      <Note kind="bad" title="Stop: don’t send anything yet" live>
        <p>
          The saved address isn’t the one you entered in this browser, so we’re not showing it. You or someone else may
          have changed it on another device.
        </p>
        <p>
          Copy the address from your wallet, and enter it again below. If you didn’t change it yourself, also email us
          at{' '}
          <a className="text-water underline underline-offset-3" href={`mailto:${support}`}>
            {support}
          </a>
          .
        </p>
      </Note>
      <Card raised as="section" aria-labelledby="address" className="grid gap-4">
        <h2 id="address" className="text-xl">
          Enter your address again
        </h2>
        <AddressForm transfer={transfer} tag="folded" />
      </Card>
    </>
  );
}

/** Warns that the address was changed: a thief with a leaked link would try to change it. */
export function AddressChanged({ at }: { at: string }) {
  const { formatTime } = useTimes();
  return (
    <Note kind="warn" title={`The address was changed on ${formatTime(at)}`}>
      <p>
        If that was you, you’re all set. If it wasn’t, don’t send anything. Compare the address with the one in your
        wallet, group by group, and email us.
      </p>
    </Note>
  );
}
