import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Transfer } from '../../shared/api/transfers.ts';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { OutsideLink } from '../../shared/ui/button.tsx';
import { Card, Row } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
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
  instructions: { overview, troubleshooting },
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
        <dl className="grid text-sm">
          <Line label="Time">{overview.estimatedTime}</Line>
          <Line label="Network fee">{overview.networkFee}</Line>
          {transfer.sourceAmount !== '0' && <Line label="Amount">{transfer.sourceAmount} XRP</Line>}
        </dl>
        {!done && !hideAddress && <ConfirmArrival transfer={transfer} quiet />}
      </Card>
      {transfer.arrivals.length > 0 && <Arrivals transfer={transfer} />}
      {!hideAddress && transfer.destinationAddress !== 'pending' && <Explorers address={transfer.destinationAddress} />}
      <Card as="section" aria-labelledby="support" className="grid gap-3">
        <h2 id="support" className="text-lg">
          Questions?
        </h2>
        <p className="text-sm text-ink-2">
          Write to{' '}
          <a className="text-water underline underline-offset-3" href={`mailto:${support.email}`}>
            {support.email}
          </a>
          . {support.hours}. {support.response}.
        </p>
        <RefundRequest transfer={transfer} />
      </Card>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-2.5 last:border-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
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
              <OutsideLink href={`https://livenet.xrpl.org/transactions/${arrival.hash}`}>
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
