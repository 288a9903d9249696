import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import type { Ref } from 'react';
import { orderedInFlow } from '../../domain/transfer/after-paying.ts';
import { endTitle } from '../../domain/transfer/end-title.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { formatTime } from '../../lib/times.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { AllDone } from './all-done.tsx';
import { arrivedXrp } from './arrivals.tsx';

/** The end of a transfer, with advice. It also shows if nothing was seen on the ledger. */
export function CompletionCard({
  ref,
  transfer,
  reserveXrp,
  conciergeOpen,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  /** The reserve on the ledger; undefined until it is fetched. */
  reserveXrp: string | undefined;
  /** The concierge is offered or owned. */
  conciergeOpen: boolean;
}) {
  const { arrivalClaimedAt } = transfer;
  const arrivals = arrivedThisWay(transfer);
  return (
    <Card as="section" aria-labelledby="done" className="grid justify-items-start gap-5">
      {arrivals.length > 0 ? <Pill kind="good">All done</Pill> : <Pill>Closed</Pill>}
      <h2 id="done" ref={ref} tabIndex={-1} className="text-2xl">
        {endTitle(transfer)}.
      </h2>
      {arrivals.length > 0 ? (
        <p className="text-ink-2">
          It left {exchangeName(transfer.fromExchange)} and is now in {walletName(transfer.toWallet)}, where only you
          can move it. We saw {arrivedXrp({ arrivals })} arrive on the XRP Ledger.
        </p>
      ) : (
        <p className="text-ink-2">
          You told us {arrivalClaimedAt && `on ${formatTime(arrivalClaimedAt)} `}that your XRP is in{' '}
          {walletName(transfer.toWallet)}. We didn’t see it on the XRP Ledger ourselves. If it isn’t there, please write
          to us.
        </p>
      )}
      <Note kind="warn" title="From now on, be your own guard" className="w-full">
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>Keep your recovery words on paper. Nobody who is honest asks for them.</li>
          <li>Ignore gifts, offers of tokens and links in payment notes: they are bait.</li>
          <li>Nobody from here will call you or message you first.</li>
        </ul>
      </Note>
      <Note
        kind="info"
        title={`Why you may see ${reserveXrp ? `${reserveXrp} XRP` : 'a little'} less to spend`}
        className="w-full"
      >
        <p>The XRP Ledger keeps a small reserve in every wallet. It stays yours, but cannot be spent.</p>
      </Note>
      <Buttons className="w-full">
        {orderedInFlow.get(transfer.id) && <ButtonLink to={paths.transferFlow}>Continue</ButtonLink>}
        {conciergeOpen && <AllDone transfer={transfer} />}
        <ButtonLink to={paths.receipt(transfer.id)} variant="quiet">
          See my receipt
        </ButtonLink>
        <ButtonLink to={paths.home} variant="quiet">
          Start another transfer
        </ButtonLink>
      </Buttons>
    </Card>
  );
}
