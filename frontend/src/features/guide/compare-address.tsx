import { walletName } from '@xrp-bridge/contracts/wallets';
import { type FormEvent, type Ref, useState } from 'react';
import { AddressField } from '../../domain/destination/destination-fields.tsx';
import { useDestination } from '../../domain/destination/use-destination.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { Address } from '../../ui/address.tsx';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Buttons, Card, Stack } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

const words = {
  steps: {
    title: 'First, check that this is your wallet',
    why: 'You opened this from a link or a code, so let’s make sure your XRP goes to your own wallet.',
  },
  send: {
    title: 'Check the address again before you send',
    why: 'No one can undo a transfer, so please check again that your XRP goes to your own wallet.',
  },
};

/**
 * Replaces a step on a device that did not start the transfer.
 * The customer compares the address with the wallet. The comparison exposes a link from a fraudster: the address in
 * that transfer is not the address in the customer's wallet.
 */
export function CompareAddress({
  ref,
  transfer,
  before,
  onSame,
  onEdit,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  before: keyof typeof words;
  onSame: () => void;
  /** Opens the form for another address. */
  onEdit: () => void;
}) {
  const { destinationAddress, toWallet } = transfer;
  const destination = useDestination();
  const [byEye, setByEye] = useState(false);
  const [differs, setDiffers] = useState(false);
  const wallet = walletName(toWallet);
  // The pressed button disappears, so the heading gets the focus.
  const place = useStepFocus<HTMLDivElement>(`${differs} ${byEye}`);

  async function compare(event: FormEvent) {
    event.preventDefault();
    const given = (await destination.validate({ addressRequired: true }))?.destinationAddress;
    if (given === undefined) return;
    if (given === destinationAddress) onSame();
    else setDiffers(true);
  }

  return (
    <Card raised as="section" aria-labelledby="compare" className="grid gap-5">
      <h2 id="compare" ref={ref} tabIndex={-1} className="text-xl">
        {words[before].title}
      </h2>
      <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
        {differs ? (
          <OtherAddress wallet={wallet} onEdit={onEdit} onAgain={() => setDiffers(false)} />
        ) : (
          <>
            <p className="text-ink-2">{words[before].why}</p>
            {byEye ? (
              <>
                <p>Open {wallet} yourself, and look at your XRP address there. Is each group the same?</p>
                <Address value={destinationAddress} />
                <Buttons>
                  <Button onClick={onSame}>Yes, each group is the same</Button>
                  <Button variant="quiet" onClick={() => setDiffers(true)}>
                    No, it’s different
                  </Button>
                </Buttons>
              </>
            ) : (
              <form noValidate onSubmit={compare}>
                <Stack>
                  <p>Open {wallet} yourself, and copy your XRP address there. Paste it here.</p>
                  <AddressField destination={destination} walletName={wallet} />
                  <Buttons>
                    <Button type="submit">Compare my address</Button>
                  </Buttons>
                  <TextButton onClick={() => setByEye(true)} className="justify-self-start">
                    I can’t paste my address. Let me compare it by eye
                  </TextButton>
                </Stack>
              </form>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function OtherAddress({ wallet, onEdit, onAgain }: { wallet: string; onEdit: () => void; onAgain: () => void }) {
  return (
    <>
      <Note kind="bad" title="Stop: don’t send anything here" live>
        <p>This transfer’s address isn’t the one in your {wallet}. XRP sent there would be lost.</p>
        <p>If someone else sent you the link or the code, this is their transfer, not yours. Close this page.</p>
      </Note>
      <Buttons>
        <ButtonLink to={paths.home}>Start my own transfer</ButtonLink>
        <Button variant="quiet" onClick={onEdit}>
          It’s my transfer. Change the address
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          Compare again
        </Button>
      </Buttons>
    </>
  );
}
