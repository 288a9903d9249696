import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { MarketBuzz } from './market-buzz.tsx';

/** Shows that nothing is left to do, and links to a description of the concierge. */
export function AllDoneDialog({ transfer: { id, access }, onClose }: { transfer: Transfer; onClose: () => void }) {
  const owned = access.concierge === 'owned';
  const [detail, setDetail] = useState(false);
  const place = useStepFocus<HTMLDivElement>(detail);
  return (
    <Dialog onClose={onClose} title={detail ? 'What the concierge shows' : 'All done'}>
      <div ref={place} tabIndex={-1} className="grid scroll-mt-24 gap-4 outline-none">
        {detail ? (
          <>
            <p>
              The concierge gives you calm market notes and shows how much attention each coin gets.{' '}
              {!owned && `It has a one-time fee of $${formatCents(prices.concierge)}. ${refundTerms.concierge}`}
            </p>
            <MarketBuzz />
            <Buttons>
              <ButtonLink variant="quiet" to={paths.conciergeFor(id)}>
                {owned ? 'Open the concierge portal' : 'See the concierge'}
              </ButtonLink>
            </Buttons>
            <TextButton onClick={() => setDetail(false)} className="gap-2 justify-self-start">
              <ArrowLeft aria-hidden className="size-4.5" />
              Back
            </TextButton>
          </>
        ) : (
          <>
            <p>Your transfer is complete. You have nothing left to do and nothing more to pay.</p>
            <p className="text-ink-2">
              {owned
                ? 'You own the concierge. You can open it now or later.'
                : 'If you’d like market news, you can add the concierge. You don’t need it.'}
            </p>
            <Buttons>
              <Button onClick={onClose}>Close</Button>
              <Button variant="quiet" onClick={() => setDetail(true)}>
                See what the concierge shows
              </Button>
            </Buttons>
          </>
        )}
      </div>
    </Dialog>
  );
}
