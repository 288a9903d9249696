import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { lazy, type ReactNode, Suspense } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { WaitingTransfer } from '../../domain/transfer/waiting-transfer.tsx';
import { later } from '../../ui/later.ts';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { ChoosePath } from './choose-path.tsx';
import { HelpSection, LandingSections } from './landing-sections.tsx';
import { useSelection } from './state.ts';

const ConfirmPath = lazy(async () => ({ default: (await import('./confirm-path.tsx')).ConfirmPath }));

/**
 * Additional content in collapsed sections.
 * Both pages on which the customer chooses an exchange and a wallet show it.
 */
export const MoreToKnow = later(async () => (await import('./more-to-know.tsx')).MoreToKnow);

/** Reserves the helper's place below the heading, so that nothing moves when the helper loads. */
export function HelperPlace({ children }: { children: ReactNode }) {
  return (
    <div className="-my-4 empty:min-h-14 sm:-my-3 sm:empty:min-h-11">
      <Suspense>{children}</Suspense>
    </div>
  );
}

/** Shows the landing page, where a new transfer starts. */
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
        stop="choose"
        heading="Move your XRP home, step by step."
        lead={
          <p>
            From your exchange to your wallet. We never touch your XRP.{' '}
            <b className="text-ink">Pay ${formatCents(prices.guide)} once.</b>
          </p>
        }
      >
        <HelperPlace>{helper}</HelperPlace>
        <ChoosePath selection={selection} flow="home" />
        <LandingSections />
        <div className="grid gap-10 lg:grid-cols-2 lg:gap-8">
          <HelpSection />
          <Suspense>
            <MoreToKnow ad={from !== null || to !== null} />
          </Suspense>
        </div>
      </Page>
    </>
  );
}
