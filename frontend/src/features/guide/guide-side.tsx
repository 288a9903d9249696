import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Check } from 'lucide-react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { paths } from '../../shared/paths.ts';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { OutsideLink, TextLink } from '../../shared/ui/button.tsx';
import { Card, Row } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { SupportLine } from '../../shared/ui/support-line.tsx';
import type { Instructions } from './api.ts';
import { ConfirmArrival } from './confirm-arrival.tsx';
import { RefundRequest } from './refund-request.tsx';

const statusPills = {
  paid: 'Preparing your steps',
  instructions_sent: 'Instructions Ready',
  completed: 'Completed',
} as const;

/** What goes with the guide: how far it is, what has arrived, where to look, and how to get help or the money back. */
export function GuideSide({
  transfer,
  instructions: { troubleshooting },
  progress,
  hideAddress,
}: {
  transfer: Transfer;
  instructions: Instructions;
  progress: number;
  hideAddress: boolean;
}) {
  const done = transfer.status === 'completed';
  const status = statusPills[transfer.status as keyof typeof statusPills];
  const { support } = troubleshooting;
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
            <Pill kind="good">Paid ${transfer.serviceFee}</Pill>
            <Pill kind={done ? 'good' : 'plain'}>{status}</Pill>
          </Row>
        </div>
        {!done && !hideAddress && <ConfirmArrival transfer={transfer} quiet />}
      </Card>
      {(done || transfer.serviceFee === '17.76') && <ConciergeLink owned={transfer.serviceFee === '17.76'} />}
      {transfer.arrivals.length > 0 && <Arrivals transfer={transfer} />}
      {!hideAddress && transfer.destinationAddress !== 'pending' && <Explorers address={transfer.destinationAddress} />}
      <Card as="section" aria-labelledby="support" className="grid gap-3">
        <h2 id="support" className="text-lg">
          Questions?
        </h2>
        <p className="text-sm text-ink-2">
          <SupportLine support={support} />
        </p>
        <RefundRequest transfer={transfer} />
      </Card>
    </>
  );
}

function ConciergeLink({ owned }: { owned: boolean }) {
  return (
    <Card as="section" aria-labelledby="concierge" className="grid justify-items-start gap-2">
      <h2 id="concierge" className="text-lg">
        Concierge
      </h2>
      <p className="text-sm text-ink-2">
        {owned
          ? 'Yours, without end: market notes and deviation alerts.'
          : 'Calm market notes and deviation alerts, if you would like to know more about what you hold.'}
      </p>
      <TextLink to={paths.concierge} className="inline-flex min-h-11 items-center">
        {owned ? 'Open the concierge portal' : 'Look at the concierge'}
      </TextLink>
    </Card>
  );
}

function Arrivals({ transfer }: { transfer: Transfer }) {
  return (
    <Card as="section" aria-labelledby="arrivals" className="grid gap-3">
      <h2 id="arrivals" className="text-lg">
        {transfer.status === 'completed' ? 'Arrived' : 'Your test has arrived'}
      </h2>
      <ul className="grid gap-3">
        {transfer.arrivals.map((arrival) => (
          <li key={arrival.hash} className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
            <Check aria-hidden className="mt-0.5 size-5.5 text-good" />
            <span className="grid">
              <b className="tabular">{arrival.deliveredXrp} XRP</b>
              <OutsideLink
                className="inline-flex min-h-11 items-center"
                href={`https://livenet.xrpl.org/transactions/${arrival.hash}`}
              >
                See it on the ledger
              </OutsideLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Explorers({ address }: { address: string }) {
  return (
    <Card as="section" aria-labelledby="explorers" className="grid gap-2">
      <h2 id="explorers" className="text-lg">
        See your wallet on the ledger
      </h2>
      <p className="text-sm text-ink-2">
        Anyone can look, nobody can take. A new wallet shows nothing until XRP arrives.
      </p>
      <OutsideLink className="inline-flex min-h-11 items-center" href={`https://livenet.xrpl.org/accounts/${address}`}>
        XRPL Explorer
      </OutsideLink>
      <OutsideLink className="inline-flex min-h-11 items-center" href={`https://xrpscan.com/account/${address}`}>
        XRPSCAN
      </OutsideLink>
    </Card>
  );
}
