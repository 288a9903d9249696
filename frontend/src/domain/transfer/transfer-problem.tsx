import type { Transfer } from '@xrp-bridge/contracts/transfer';
import { ApiError, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StateCard } from '../../ui/state.tsx';

/** Texts for a URL without a transfer. `title` and `text` are those of the error catalogue (spec 1 §8). */
const withoutId = {
  checkout: {
    title: 'Checkout error',
    text: 'No transfer ID found. Please go back and start a new transfer.',
    advice: 'Press “Start new transfer” below. Then choose your exchange and your wallet.',
    action: 'Start new transfer',
  },
  elsewhere: {
    title: 'Invalid transfer',
    text: 'No transfer ID provided.',
    advice:
      'Part of the link is missing, so we can’t tell which transfer it’s for. Please open it from our email again.',
    action: 'Back to home',
  },
} as const;

/** Shows that the URL contains no transfer's id. */
export function InvalidTransfer({ at }: { at: keyof typeof withoutId }) {
  const { title, text, advice, action } = withoutId[at];
  return (
    <Page title={title} narrow>
      <StateCard title={text} actions={<ButtonLink to={paths.home}>{action}</ButtonLink>}>
        <p>{advice}</p>
        <p>If you’ve already paid, please don’t pay again. Open the link in our email, or email us.</p>
      </StateCard>
    </Page>
  );
}

/** Shows that a transfer does not exist or could not be loaded. */
export function TransferProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Transfer not found" narrow>
        <StateCard
          drawing="ledger"
          title="The transfer you’re looking for doesn’t exist."
          actions={<ButtonLink to={paths.home}>Return home</ButtonLink>}
        >
          <p>If you followed a link, part of it may be missing. Please open it from our email again.</p>
          <p>We can’t move your XRP, and anything you paid for is safe.</p>
        </StateCard>
      </Page>
    );
  }
  return (
    <Page title="Error loading transfer" narrow>
      <StateCard
        actions={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <ButtonLink variant="quiet" to={paths.home}>
              Back to home
            </ButtonLink>
          </>
        }
      >
        <p>{describe(error, 'Unable to load transfer details. Please try again.')}</p>
        <p>We’ve saved what you entered, and your payment is safe.</p>
      </StateCard>
    </Page>
  );
}

/** Shows that a transfer was refunded. The guide is closed, but the owner can still open the receipt. */
export function RefundedTransfer({ transfer: { id, mine } }: { transfer: Transfer }) {
  return (
    <Page title="This transfer was refunded" narrow>
      <StateCard
        drawing="receipt"
        pill="Refunded"
        title="We’ve refunded this guide, so you can’t use it anymore."
        actions={
          <>
            <ButtonLink to={paths.home}>Start new transfer</ButtonLink>
            {mine && (
              <ButtonLink variant="quiet" to={paths.receipt(id)}>
                See my receipt
              </ButtonLink>
            )}
          </>
        }
      >
        <p>The refund takes 5 to 10 business days to reach the card. It doesn’t move any XRP.</p>
      </StateCard>
    </Page>
  );
}
