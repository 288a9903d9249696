import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Eye } from 'lucide-react';
import { paidAmount, type Transfer } from '../../shared/api/transfers.ts';
import { floating } from '../../shared/floating.ts';
import { paths } from '../../shared/paths.ts';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { Button, ButtonLink, OutsideLink } from '../../shared/ui/button.tsx';
import { Card, Row } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { SupportLine } from '../../shared/ui/support-line.tsx';
import type { Instructions } from './api.ts';
import { ConfirmArrival } from './confirm-arrival.tsx';
import { RefundRequest } from './refund-request.tsx';

/** What goes with the guide: how far it is, where to look, and how to get help or the money back. */
export function GuideSide({
  transfer,
  instructions: { troubleshooting },
  progress,
  hideAddress,
  lost,
}: {
  transfer: Transfer;
  instructions: Instructions;
  progress: number;
  hideAddress: boolean;
  /** There is no connection: nobody can say what is watched. */
  lost: boolean;
}) {
  const done = transfer.status === 'completed';
  const { support } = troubleshooting;
  const watch = hideAddress ? null : transfer.watch;
  // Told in full when the XRP is home; until then it stands last.
  const concierge = <ConciergeLink state={transfer.access.concierge} />;
  return (
    <>
      <Card as="section" aria-label="Your transfer" className="grid gap-5">
        <Bridge
          from={exchanges.find(({ id }) => id === transfer.fromExchange) ?? null}
          to={wallets.find(({ id }) => id === transfer.toWallet) ?? null}
          progress={progress}
        />
        <div role="status">
          <Row className="justify-between">
            <Pill kind="good">Paid ${paidAmount(transfer)}</Pill>
            {done ? (
              <Pill kind="good">Completed</Pill>
            ) : (
              watch &&
              !lost && (
                <Pill>
                  {watch.state === 'watching' ? 'Watching the ledger' : 'No longer watching'}
                  {watch.state === 'watching' && <Eye aria-hidden className="size-4.5" />}
                </Pill>
              )
            )}
          </Row>
        </div>
        {!done && !hideAddress && <ConfirmArrival transfer={transfer} quiet />}
      </Card>
      {done && concierge}
      {!hideAddress && transfer.destinationAddress !== 'pending' && <Explorers address={transfer.destinationAddress} />}
      <Card as="section" aria-labelledby="support" className="grid gap-3">
        <h2 id="support" className="text-lg">
          Questions?
        </h2>
        <p className="text-sm text-ink-2">
          “Do I need a destination tag?” “It says network: Base.” “Why is 1 XRP missing?”
        </p>
        <Button variant="quiet" wide onClick={(event) => floating.open('chat', event.currentTarget)}>
          Ask the assistant
        </Button>
        <p className="text-sm text-ink-2">
          <SupportLine support={support} />
        </p>
        <RefundRequest transfer={transfer} />
      </Card>
      {!done && concierge}
    </>
  );
}

const concierges: Record<Transfer['access']['concierge'], { text: string; link: string }> = {
  none: {
    text: 'Calm market notes and deviation alerts, if you would like to know more about what you hold.',
    link: 'Look at the concierge',
  },
  owned: { text: 'Yours, without end: market notes and deviation alerts.', link: 'Open the concierge portal' },
  refunded: {
    text: 'Your payment for it was returned, and it is closed. Your guide stays as it is.',
    link: 'Look at the concierge',
  },
};

function ConciergeLink({ state }: { state: Transfer['access']['concierge'] }) {
  const { text, link } = concierges[state];
  return (
    <Card as="section" aria-labelledby="concierge" className="grid justify-items-start gap-2">
      <h2 id="concierge" className="text-lg">
        Concierge
      </h2>
      <p className="text-sm text-ink-2">{text}</p>
      <ButtonLink variant="quiet" wide to={paths.concierge} className="mt-1">
        {link}
      </ButtonLink>
    </Card>
  );
}

/** Three, so that nobody has to trust one. */
const explorers = [
  { label: 'XRPL Explorer', url: 'https://livenet.xrpl.org/accounts/' },
  { label: 'XRPSCAN', url: 'https://xrpscan.com/account/' },
  { label: 'Bithomp', url: 'https://bithomp.com/explorer/' },
];

function Explorers({ address }: { address: string }) {
  return (
    <Card as="section" aria-labelledby="explorers" className="grid gap-2">
      <h2 id="explorers" className="text-lg">
        See your wallet on the ledger
      </h2>
      <p className="text-sm text-ink-2">
        Anyone can look, nobody can take. A new wallet shows nothing until XRP arrives.
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {explorers.map(({ label, url }) => (
          <li key={url}>
            <OutsideLink className="inline-flex min-h-11 items-center" href={url + address}>
              {label}
            </OutsideLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
