import { pages } from '@xrp-bridge/contracts/pages';
import { OutsideLink } from '../../ui/outside-link.tsx';

/** Links to the terms, in new tabs, because the card form loses its input when the page changes. */
export function AgreeToTerms() {
  return (
    <p className="text-sm text-ink-2">
      By paying, you agree to our <OutsideLink href={pages.terms.path}>terms</OutsideLink> and{' '}
      <OutsideLink href={pages.refunds.path}>refund policy</OutsideLink>.
    </p>
  );
}
