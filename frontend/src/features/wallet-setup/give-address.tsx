import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, useEffect, useState } from 'react';
import { AddressField } from '../../domain/destination/destination-fields.tsx';
import { fieldIds, useDestination } from '../../domain/destination/use-destination.ts';
import { WalletGuide } from '../../domain/wallet-guide/wallet-guide.tsx';
import { paths } from '../../lib/paths.ts';
import { speak, useVoice } from '../../lib/speech.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';

// The minimum length that spec 1 §5 requires before the address can be confirmed.
const shortestConfirmed = 25;

const reminder = 'Welcome back. If you copied your XRP address, paste it below.';

/**
 * Shows the steps to the address, and a field for it.
 * A customer who returns to the tab sees a reminder.
 */
export function GiveAddress({
  wallet,
  title,
  onConfirm,
}: {
  wallet: Wallet;
  title: (text: string) => ReactNode;
  onConfirm: (address: string) => void;
}) {
  const destination = useDestination();
  const voice = useVoice();
  const [isBack, setBack] = useState(false);
  const text = destination.draft.address.trim();

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      setBack(true);
      speak(reminder);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);

  return (
    <>
      <Card as="section" aria-label="The steps" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        {title(`Find your XRP address in ${wallet.name}`)}
        <Button
          variant="quiet"
          className="sm:justify-self-start"
          onClick={() => document.getElementById(fieldIds.address)?.focus()}
        >
          I’ve already copied my address
        </Button>
        <WalletGuide wallet={wallet.id} foldNotes />
        <TextLink to={paths.walletGuide(wallet.id)} className="inline-flex min-h-11 items-center justify-self-start">
          Open a printable page
        </TextLink>
      </Card>
      <Card raised as="section" aria-labelledby="give-address" className="min-w-0">
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void destination.validate({ addressRequired: true }).then((value) => value && onConfirm(text));
          }}
        >
          <ErrorSummary mistakes={destination.mistakes(null)} attempt={destination.insisted} />
          <h2 id="give-address" className="text-xl">
            Paste your address
          </h2>
          <p role="status" className="empty:hidden">
            {isBack ? reminder : ''}
          </p>
          <AddressField destination={destination} walletName={wallet.name} />
          <Buttons>
            <Button type="submit" disabled={text.length < shortestConfirmed}>
              This is my address
            </Button>
          </Buttons>
          {voice && (
            <TextButton className="justify-self-start" onClick={voice.toggle}>
              {voice.on ? 'Stop reading reminders aloud' : 'Read reminders aloud'}
            </TextButton>
          )}
        </form>
      </Card>
    </>
  );
}
