import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { CompletedBridge } from '../../domain/transfer/completed-bridge.tsx';
import { endTitle, isHome } from '../../domain/transfer/end-title.ts';
import { pathOf } from '../../domain/transfer/waiting-transfer.tsx';
import { WithdrawClaim } from '../../domain/transfer/withdraw-claim.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';
import type { OwnPhase } from './parts.tsx';

const points = [
  'Notes on what the market did, never on what it will do',
  'Alerts when a coin makes an unusual move',
  'Pay once, keep it for life',
  refundTerms.concierge,
];

/** Offers the concierge after the transfer. */
export function ConciergePhase({ transfer, dispatch }: OwnPhase) {
  useAssistantStep('success', transfer.fromExchange, transfer.toWallet);
  return (
    <Page
      title={endTitle(transfer)}
      stop={isHome(transfer) ? 'arrived' : 'send'}
      lead={<p>Your transfer is complete. You don’t need anything else.</p>}
      narrow
    >
      {isHome(transfer) && <CompletedBridge transfer={transfer} />}
      <StateCard
        title={`Optional concierge: $${formatCents(prices.concierge)}`}
        actions={
          <>
            {/* The offer is optional, so its button is no more prominent than the others. */}
            <ButtonLink variant="soft" to={paths.conciergeFor(transfer.id)}>
              Upgrade for ${formatCents(prices.concierge)}
            </ButtonLink>
            <Button variant="quiet" onClick={() => dispatch('upgrade-skipped')}>
              No, thank you
            </Button>
            <Button variant="quiet" onClick={() => dispatch('another-wanted')}>
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

/** Shows the last phase: the XRP is home, or the customer claims so and may withdraw the claim. */
export function SuccessPhase({ transfer, dispatch }: OwnPhase) {
  const done = transfer.status === 'completed';
  useAssistantStep('success', transfer.fromExchange, transfer.toWallet);
  return (
    <Page
      title={done ? 'All done' : endTitle(transfer)}
      heading={`${endTitle(transfer)}.`}
      stop={isHome(transfer) ? 'arrived' : 'send'}
      lead={
        done ? undefined : (
          <p>
            We haven’t seen your XRP arrive on the XRP network yet, so we’ll keep watching. You don’t have to wait here.
          </p>
        )
      }
      narrow
    >
      {isHome(transfer) && <CompletedBridge transfer={transfer} />}
      <StateCard
        pill={done ? 'All done' : 'Not confirmed yet'}
        kind={done ? 'good' : 'warn'}
        title={pathOf(transfer)}
        actions={
          <>
            <ButtonLink to={paths.guide(transfer.id)}>Open my guide</ButtonLink>
            {!done && <WithdrawClaim transfer={transfer} />}
            <Button variant="quiet" onClick={() => dispatch('another-wanted')}>
              Start another transfer
            </Button>
          </>
        }
      >
        <p>
          {done && 'Only you can move your XRP now. '}Keep your recovery phrase on paper, and don’t share it with
          anyone.
        </p>
      </StateCard>
    </Page>
  );
}
