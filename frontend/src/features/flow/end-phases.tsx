import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { useAssistantStep } from '../../shared/assistant-step.ts';
import { paths } from '../../shared/paths.ts';
import { pathOf } from '../../shared/transfer/waiting-transfer.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { CheckList } from '../../shared/ui/check-list.tsx';
import { Page } from '../../shared/ui/layout.tsx';
import { StateCard } from '../../shared/ui/state.tsx';
import type { OwnPhase } from './parts.tsx';

const points = [
  'Notes on what the market has done, never on what it will do',
  'Word when a price moves far',
  'One payment, for life',
  refundTerms.concierge,
];

/** The XRP is home: what can be added to it, by whoever wants that. */
export function ConciergePhase({ transfer, tell }: OwnPhase) {
  useAssistantStep('success', transfer.fromExchange, transfer.toWallet);
  return (
    <Page title="Your XRP is home" lead={<p>Your transfer is complete. Nothing else is needed.</p>} narrow>
      <StateCard
        title={`Concierge, if you want it: $${formatCents(prices.concierge)}`}
        actions={
          <>
            <ButtonLink to={paths.conciergeFor(transfer.id)}>Upgrade for ${formatCents(prices.concierge)}</ButtonLink>
            <Button variant="quiet" onClick={() => tell('upgrade-skipped')}>
              No, thank you
            </Button>
            <Button variant="quiet" onClick={() => tell('another-wanted')}>
              Start another transfer
            </Button>
          </>
        }
      >
        <CheckList points={points} />
      </StateCard>
    </Page>
  );
}

/** The end: nothing is left to do. */
export function SuccessPhase({ transfer, tell }: OwnPhase) {
  useAssistantStep('success', transfer.fromExchange, transfer.toWallet);
  return (
    <Page title="All done" heading="Your XRP is home." narrow>
      <StateCard
        pill="All done"
        kind="good"
        title={pathOf(transfer)}
        actions={
          <>
            <ButtonLink to={paths.guide(transfer.id)}>Open my guide</ButtonLink>
            <Button variant="quiet" onClick={() => tell('another-wanted')}>
              Start another transfer
            </Button>
          </>
        }
      >
        <p>Only you can move it now. Keep your recovery words on paper, and give them to nobody.</p>
      </StateCard>
    </Page>
  );
}
