import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Check } from 'lucide-react';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Skeleton } from '../../ui/state.tsx';

interface Offer {
  fee: ServiceFee;
  title: string;
  points: string[];
}

/** The id of the first offer, for the error summary. */
export const firstOfferId = 'first-offer';

export const guide: Offer = {
  fee: '4.00',
  title: 'Guide',
  points: ['Steps for your exchange and wallet', 'Your address checked first', refundTerms.guide],
};

const both: Offer = {
  fee: '17.76',
  title: 'Guide with concierge',
  points: ['Everything in the guide', 'Market notes', 'One payment, for life', refundTerms.concierge],
};

/** The guide, or with the concierge on offer two equal choices, none of them preselected. */
export function Offers({
  choice,
  isPaid,
  loading,
  chosen,
  onChoose,
  undecided,
}: {
  choice: boolean;
  /** True if the guide is already paid, so that nothing has to be bought. */
  isPaid: boolean;
  loading: boolean;
  chosen: ServiceFee | null;
  onChoose: (fee: ServiceFee) => void;
  /** True after an attempt to continue without a choice. */
  undecided: boolean;
}) {
  if (loading) return <Skeleton className="h-48" />;
  if (isPaid) {
    return (
      <div className="grid gap-2">
        <h2 className="text-xl">Your guide is paid</h2>
        <p className="text-ink-2">It came with your concierge. This transfer costs nothing more.</p>
      </div>
    );
  }
  if (!choice) {
    return (
      <div className="grid gap-3">
        <h2 className="flex flex-wrap justify-between gap-x-4 text-xl">
          {guide.title} <span className="tabular">${guide.fee}</span>
        </h2>
        <Points of={guide.points} />
      </div>
    );
  }
  return (
    <ChoiceGroup
      legend={<h2 className="text-xl">What would you like?</h2>}
      columns
      firstId={firstOfferId}
      chosen={chosen}
      onChoose={onChoose}
      error={undecided ? 'Please choose one of the two.' : null}
      choices={[guide, both].map(({ fee, title, points }) => ({
        id: fee,
        title: (
          <span className="text-lg">
            {title} ${fee}
          </span>
        ),
        text: <Points of={points} />,
      }))}
    />
  );
}

/** Uses spans, because it is also rendered within a label. */
function Points({ of }: { of: readonly string[] }) {
  return (
    <span className="mt-1 grid gap-1.5 text-balance">
      {of.map((point) => (
        <span key={point} className="grid grid-cols-[1.25rem_1fr] gap-2">
          <Check aria-hidden className="mt-0.5 size-5 text-water" />
          {point}
        </span>
      ))}
    </span>
  );
}
