import { Printer } from 'lucide-react';
import type { Ref } from 'react';
import { paidAmount, type Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Instructions } from './api.ts';
import { Arrivals } from './arrivals.tsx';
import { Concierge } from './concierge-card.tsx';
import { EmailRow } from './email-row.tsx';
import { RefundRequest, type useRefund } from './refund-request.tsx';
import { TransactionDecoder } from './transaction-decoder.tsx';
import { Troubleshooting } from './troubleshooting.tsx';

/** Shows the guide's secondary content in collapsed rows. */
export function GuideFolds({
  transfer,
  instructions: { overview, troubleshooting },
  hashField,
  onDecode,
  refund,
  printable,
  showAddress,
  showArrivals,
  isWide,
  showConcierge,
}: {
  transfer: Transfer;
  instructions: Instructions;
  hashField: Ref<HTMLInputElement>;
  /** Opens the field for a transaction hash. */
  onDecode: () => void;
  refund: ReturnType<typeof useRefund>;
  printable: boolean;
  /** False if the address may be wrong, so that the customer cannot copy it. */
  showAddress: boolean;
  /** False while the page already shows the arrival. */
  showArrivals: boolean;
  /**
   * True in a wide window, where time, fee and the concierge are beside the guide.
   * Null before hydration. On a phone they are in these rows, to shorten the page.
   */
  isWide: boolean | null;
  showConcierge: boolean;
}) {
  const { access, arrivals, destinationAddress, status } = transfer;
  const done = status === 'completed';
  return (
    <Card as="section" aria-label="More about this transfer" className="py-0">
      {showArrivals && arrivals.length > 0 && (
        <Fold title="What has arrived">
          <Arrivals arrivals={arrivals} />
        </Fold>
      )}
      {showAddress && destinationAddress !== 'pending' && (
        <Fold title="Your wallet on the XRP network">
          <Explorers address={destinationAddress} />
        </Fold>
      )}
      {!done && (
        <>
          <Fold title="Where is my payment?">
            <TransactionDecoder ref={hashField} transferId={transfer.id} />
          </Fold>
          <Troubleshooting {...troubleshooting} onDecode={onDecode} />
        </>
      )}
      {!done && (
        <Fold title="Email updates">
          <EmailRow id="guide-email" transfer={transfer} />
        </Fold>
      )}
      {/* After the arrival, a refund is possible only for the concierge. */}
      {!refund.requested && (!done || access.concierge === 'owned') && (
        <Fold title="Request a refund">
          <RefundRequest transfer={transfer} request={refund.request} />
        </Fold>
      )}
      {!isWide && showConcierge && (
        <Fold title="Concierge" className={isWide === null ? 'md:hidden' : undefined}>
          <Concierge transfer={transfer} />
        </Fold>
      )}
      {!done && (
        <Fold title="About this guide">
          {!isWide && (
            <div>
              <Pill kind="good">Instructions ready</Pill>
            </div>
          )}
          <p className="text-ink-2">{overview.description}</p>
          <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
            {!isWide && (
              <>
                <dt className="font-semibold">Estimated time</dt>
                <dd className="text-ink-2 max-sm:-mt-3">{overview.estimatedTime}</dd>
                <dt className="font-semibold">Network fee</dt>
                <dd className="text-ink-2 max-sm:-mt-3">{overview.networkFee}</dd>
              </>
            )}
            <dt className="font-semibold">You paid</dt>
            <dd className="text-ink-2 max-sm:-mt-3">${paidAmount(transfer)}</dd>
            <dt className="font-semibold">Last checked</dt>
            <dd className="text-ink-2 max-sm:-mt-3">{overview.lastChecked}</dd>
          </dl>
          <Buttons>
            {printable && (
              <Button variant="quiet" onClick={() => window.print()}>
                <Printer aria-hidden className="size-5" />
                Print all steps
              </Button>
            )}
            <ButtonLink variant="quiet" to={paths.receipt(transfer.id)}>
              See my receipt
            </ButtonLink>
          </Buttons>
        </Fold>
      )}
    </Card>
  );
}

/** Links to three explorers, so that customers need not trust only one. */
const explorers = [
  { label: 'XRPL Explorer', url: 'https://livenet.xrpl.org/accounts/' },
  { label: 'XRPSCAN', url: 'https://xrpscan.com/account/' },
  { label: 'Bithomp', url: 'https://bithomp.com/explorer/' },
];

function Explorers({ address }: { address: string }) {
  return (
    <>
      <p className="text-ink-2">
        Anyone can look up an address, but looking can’t move your XRP. A new wallet stays empty until XRP arrives.
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
    </>
  );
}
