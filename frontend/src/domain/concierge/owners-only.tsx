import type { ReactNode } from 'react';
import { describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { BridgeLoader } from '../../ui/logo.tsx';
import { StateCard } from '../../ui/state.tsx';
import { useOwnership } from './ownership.ts';

/**
 * Renders its children for owners of the concierge.
 * Other visitors see the reason and a link to the offer.
 */
export function OwnersOnly({ title, children }: { title: string; children: ReactNode }) {
  const { data, error, refetch, isFetching } = useOwnership();
  if (data?.state === 'owned') return children;
  if (!data && !error) {
    return (
      <Page title={title} hideHeading>
        <BridgeLoader label="Loading…" />
      </Page>
    );
  }
  if (!data)
    return <OwnershipUnknown title={title} error={error} again={() => void refetch()} isLoading={isFetching} />;
  const isRefunded = data.state === 'refunded';
  return (
    <Page title={title} narrow>
      <StateCard
        drawing={isRefunded ? 'receipt' : 'lock'}
        pill={isRefunded ? 'Refunded' : 'Concierge'}
        title={isRefunded ? 'We’ve refunded your concierge.' : 'This page is part of the concierge.'}
        actions={
          <>
            <ButtonLink to={paths.concierge}>See the concierge</ButtonLink>
            {!isRefunded && (
              <ButtonLink variant="quiet" to={paths.conciergeRegister}>
                My concierge is on another device
              </ButtonLink>
            )}
          </>
        }
      >
        <p>
          {isRefunded
            ? `You can’t open this page anymore.${data.guide ? ' You can still use your guide.' : ''}`
            : 'You don’t need the concierge for your transfer. Your guide works fine without it.'}
        </p>
      </StateCard>
    </Page>
  );
}

/** Shows that the ownership could not be loaded. */
export function OwnershipUnknown({
  title,
  error,
  again,
  isLoading,
}: {
  title: string;
  error: unknown;
  again: () => void;
  isLoading: boolean;
}) {
  return (
    <Page title={title} narrow>
      <StateCard
        title="We couldn’t check whether you own the concierge"
        actions={
          <>
            <Button busy={isLoading} onClick={again}>
              Try again
            </Button>
            <ButtonLink variant="quiet" to={paths.home}>
              Back to home
            </ButtonLink>
          </>
        }
      >
        <p>{describe(error, 'Please check your connection and try again.')}</p>
        <p>Nothing is lost. Everything you paid for is saved.</p>
      </StateCard>
    </Page>
  );
}
