import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { lazy, type ReactNode, Suspense } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { WaitingTransfer } from '../../domain/transfer/waiting-transfer.tsx';
import { BridgeLoader } from '../../ui/bridge.tsx';
import { later } from '../../ui/later.ts';
import { Page } from '../../ui/layout.tsx';
import { ChoosePath } from './choose-path.tsx';
import { LandingSections } from './landing-sections.tsx';
import { useSelection } from './state.ts';

const ConfirmPath = lazy(async () => ({ default: (await import('./confirm-path.tsx')).ConfirmPath }));

/** The content below the choice, on both pages with one. */
export const MoreToKnow = later(
  'What else there is to know',
  async () => (await import('./more-to-know.tsx')).MoreToKnow,
);

/** The landing page, where a new transfer starts. */
export function HomePage({ helper }: { helper: ReactNode }) {
  const selection = useSelection();
  const { from, to, confirming } = selection;
  useAssistantStep(confirming ? 'transfer-form' : from ? 'wallet-selection' : 'home', from?.id, to?.id);
  if (confirming) {
    return (
      <Suspense fallback={<BridgeLoader label="Loading…" />}>
        <ConfirmPath selection={selection} />
      </Suspense>
    );
  }
  return (
    <>
      <WaitingTransfer />
      <Page
        title="Move your XRP home"
        heading="Move your XRP home, step by step."
        lead={
          <p>
            From your exchange to your own wallet. We never touch your XRP.{' '}
            <b className="text-ink">${formatCents(prices.guide)}, once.</b>
          </p>
        }
      >
        {/* Space is reserved, so that nothing moves when the helper loads. */}
        <div className="empty:min-h-49.5 sm:empty:min-h-44 lg:empty:min-h-43">
          <Suspense>{helper}</Suspense>
        </div>
        <ChoosePath selection={selection} flow="home" />
        <LandingSections />
        <Suspense>
          <MoreToKnow />
        </Suspense>
      </Page>
    </>
  );
}
