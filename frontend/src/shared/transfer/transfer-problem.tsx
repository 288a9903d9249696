import { ApiError, describe } from '../api/client.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/layout.tsx';
import { StateCard } from '../ui/state.tsx';

/** The address names no transfer at all. */
export function InvalidTransfer() {
  return (
    <Page title="Checkout error" narrow>
      <StateCard
        pill="Invalid transfer"
        kind="warn"
        title="No transfer ID provided."
        actions={<ButtonLink to={paths.home}>Start a new transfer</ButtonLink>}
      >
        <p>No transfer ID found. Please go back and start a new transfer.</p>
      </StateCard>
    </Page>
  );
}

/** The transfer could not be read: because there is none of this name, or because something is in the way. */
export function TransferProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Transfer not found" narrow>
        <StateCard
          title="The transfer you’re looking for doesn’t exist."
          actions={<ButtonLink to={paths.home}>Back to the start</ButtonLink>}
        >
          <p>
            The requested transfer could not be found. If you followed a link, please check that it is whole, or open it
            from your e-mail again.
          </p>
        </StateCard>
      </Page>
    );
  }
  return (
    <Page title="Your transfer could not be loaded" narrow>
      <StateCard
        actions={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <ButtonLink variant="quiet" to={paths.home}>
              Back to the start
            </ButtonLink>
          </>
        }
      >
        <p>{describe(error, 'Unable to load transfer details. Please try again.')}</p>
        <p>Everything you entered or paid is kept.</p>
      </StateCard>
    </Page>
  );
}

/** The money went back: the guide is closed with it. */
export function RefundedTransfer() {
  return (
    <Page title="This transfer was refunded" narrow>
      <StateCard
        pill="Refunded"
        title="Your payment has been returned, and the guide is closed."
        actions={<ButtonLink to={paths.home}>Start a new transfer</ButtonLink>}
      >
        <p>Depending on your bank, it takes a few days until you see the money. Your XRP is not affected.</p>
      </StateCard>
    </Page>
  );
}
