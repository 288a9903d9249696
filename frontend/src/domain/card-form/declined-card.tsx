import { ButtonLink } from '../../ui/button.tsx';
import { StateCard } from '../../ui/state.tsx';

/** Shows that a payment failed, with a link to the card form at the path `retry`. */
export function DeclinedCard({ retry }: { retry: string }) {
  return (
    <StateCard
      pill="Not paid"
      kind="warn"
      title="Payment processing failed. Please try again."
      actions={<ButtonLink to={retry}>Try again</ButtonLink>}
    >
      <p>Your bank didn’t confirm the payment. Nothing was charged. You can try again or use a different card.</p>
    </StateCard>
  );
}
