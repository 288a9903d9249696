import { arrivedThisWay } from '@xrp-bridge/contracts/arrivals';
import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { walletName } from '@xrp-bridge/contracts/wallets';
import type { Ref } from 'react';
import { orderedInFlow } from '../../domain/transfer/after-paying.ts';
import { CompletedBridge } from '../../domain/transfer/completed-bridge.tsx';
import { endTitle, isHome } from '../../domain/transfer/end-title.ts';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useTimes } from '../../ui/use-times.ts';
import { AllDone } from './all-done.tsx';

/** Shows that the transfer has ended, with advice, even if no arrival was seen on the ledger. */
export function CompletionCard({
  ref,
  transfer,
  reserveXrp,
  conciergeOpen,
}: {
  ref: Ref<HTMLHeadingElement>;
  transfer: Transfer;
  /** The ledger's reserve; undefined until it is fetched. */
  reserveXrp: string | undefined;
  /** True if the concierge is offered or owned. */
  conciergeOpen: boolean;
}) {
  const { arrivalClaimedAt } = transfer;
  const { formatTime } = useTimes();
  const hydrated = useHydrated();
  const arrivals = arrivedThisWay(transfer);
  const last = arrivals.at(-1);
  const wallet = walletName(transfer.toWallet);
  const heading = (
    // The scroll margin leaves room for the bridge above the heading on a phone.
    <h2 id="done" ref={ref} tabIndex={-1} className="scroll-mt-48 text-2xl">
      {endTitle(transfer)}.
    </h2>
  );
  return (
    <Card raised as="section" aria-labelledby="done" className="grid justify-items-start gap-5">
      {isHome(transfer) ? (
        <>
          <CompletedBridge transfer={transfer}>{heading}</CompletedBridge>
          <p>
            Your XRP left {exchangeName(transfer.fromExchange)} and is now in {wallet}, where only you can move it. We
            saw it arrive on the XRP network{last && ` on ${formatTime(last.at)}`}. Nicely done.
          </p>
        </>
      ) : (
        <>
          <Pill>Completed</Pill>
          {heading}
          <p className="text-ink-2">
            You told us {arrivalClaimedAt && `on ${formatTime(arrivalClaimedAt)} `}that your XRP is in {wallet}. We
            didn’t see it arrive on the XRP network ourselves. If it isn’t there, please email us.
          </p>
        </>
      )}
      <Note kind="warn" title="Keep your wallet safe" className="w-full">
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>Keep your recovery phrase on paper. No honest person will ever ask for it.</li>
          <li>Ignore free gifts, token offers, and links in payment notes. They’re scams.</li>
          <li>We’ll never call you or message you first.</li>
        </ul>
      </Note>
      <Note
        kind="info"
        title={`Why you may see ${reserveXrp ? `${reserveXrp} XRP` : 'a little'} less to spend`}
        className="w-full"
      >
        <p>The XRP network holds a small reserve in every wallet. It’s still yours, but you can’t spend it.</p>
      </Note>
      <Buttons className="w-full">
        {hydrated && orderedInFlow.get(transfer.id) && <ButtonLink to={paths.transferFlow}>See what’s next</ButtonLink>}
        <ButtonLink to={paths.receipt(transfer.id)} variant="quiet">
          See my receipt
        </ButtonLink>
        <ButtonLink to={paths.home} variant="quiet">
          Start another transfer
        </ButtonLink>
        {conciergeOpen && <AllDone transfer={transfer} />}
      </Buttons>
    </Card>
  );
}
