import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, useStepFocus } from '../../ui/layout.tsx';
import { MarketBuzz } from './market-buzz.tsx';

/** Confirms that nothing is left to do, and offers a description of the concierge. */
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
              Calm notes about the market, and word when much is said about a coin.{' '}
              {!owned && `It costs $${formatCents(prices.concierge)}, once. ${refundTerms.concierge}`}
            </p>
            <MarketBuzz />
            <Buttons>
              <ButtonLink variant="quiet" to={paths.conciergeFor(id)}>
                {owned ? 'Open the concierge portal' : 'Look at the concierge'}
              </ButtonLink>
            </Buttons>
            <TextButton onClick={() => setDetail(false)} className="gap-2 justify-self-start">
              <ArrowLeft aria-hidden className="size-4.5" />
              Back
            </TextButton>
          </>
        ) : (
          <>
            <p>Your transfer is complete. There is nothing left to do, and nothing more to pay.</p>
            <p className="text-ink-2">
              {owned
                ? 'The concierge is yours. You can look at it now, or any time later.'
                : 'Would you like to know more about what you hold? Then there is the concierge. You do not need it.'}
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
