import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Check } from 'lucide-react';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { cx } from '../../ui/cx.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';

interface Offer {
  fee: ServiceFee;
  title: string;
  /** The text of the offer, in one line. */
  text: string;
  points: string[];
}

/** The id of the first offer, for the error summary. */
export const firstOfferId = 'first-offer';

/** The error of an attempt to continue without a choice. */
export const offerMissing = 'Please choose “Guide” or “Guide with concierge.”';

export const guide: Offer = {
  fee: '4.00',
  title: 'Guide',
  text: 'For your exchange and wallet',
  points: ['Steps for your exchange and wallet', 'We check your address before you send', refundTerms.guide],
};

const both: Offer = {
  fee: '17.76',
  title: 'Guide with concierge',
  text: 'Plus market notes, for life',
  points: ['Everything in the guide', 'Market notes', 'Pay once, keep it for life', refundTerms.concierge],
};

/**
 * Shows the guide.
 * If the concierge is offered, shows two equal choices, neither of which is preselected.
 */
export function Offers({
  order: { choice, isPaid, loading, chosen, choose, missing },
}: {
  order: {
    choice: boolean;
    /** True if the guide is already paid, so that the customer need not buy anything. */
    isPaid: boolean;
    loading: boolean;
    chosen: ServiceFee | null;
    choose: (fee: ServiceFee) => void;
    /** True after the customer has tried to continue without a choice. */
    missing: boolean;
  };
}) {
  if (loading) return <Skeleton className="h-56 md:h-40" />;
  if (isPaid) {
    return (
      <div className="grid gap-2">
        <h2 className="text-xl">Your guide is paid for</h2>
        <p className="text-ink-2">It came with your concierge, so this transfer costs nothing more.</p>
      </div>
    );
  }
  if (!choice) {
    return (
      <div className="grid gap-1">
        <h2 className="flex flex-wrap justify-between gap-x-4 text-xl">
          {guide.title} <span className="tabular">${guide.fee}</span>
        </h2>
        <p className="text-ink-2">{guide.text}</p>
      </div>
    );
  }
  return (
    <ChoiceGroup
      legend={<h2 className="text-lg">Choose what you’d like to buy</h2>}
      columns
      firstId={firstOfferId}
      chosen={chosen}
      onChoose={choose}
      error={missing ? offerMissing : null}
      choices={[guide, both].map(({ fee, title, text }) => ({ id: fee, title: `${title} $${fee}`, text }))}
    />
  );
}

/**
 * Shows the contents and refund terms of the offers, below the button.
 * In a narrow window the section is collapsed at first.
 */
export function OfferDetails({ choice }: { choice: boolean }) {
  const isWide = useIsWide();
  return (
    <Fold title="What you get, and refund terms" open={isWide}>
      <div className={cx('grid gap-5', choice && 'md:grid-cols-2')}>
        {(choice ? [guide, both] : [guide]).map(({ fee, title, points }) => (
          <div key={fee} className="grid content-start gap-2">
            {choice && <h3 className="text-base">{title}</h3>}
            <ul className="grid gap-1.5 text-ink-2">
              {points.map((point) => (
                <li key={point} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2">
                  <Check aria-hidden className="mt-0.5 size-5 text-water" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Fold>
  );
}
