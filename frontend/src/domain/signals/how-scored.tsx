import { Fold } from '../../ui/disclosure.tsx';

/**
 * Shows the formula of the heat score (services/signals: domain/heat.ts), so that readers can compute
 * a score.
 */
export function HowScored() {
  return (
    <Fold title="How the score is worked out" className="border-t">
      <div className="grid max-w-[70ch] gap-4">
        <p>
          A coin is hot when more is done for it than is usual, and its price has not moved yet. Press a coin to see its
          own numbers.
        </p>
        <ol className="grid list-decimal gap-3 pl-6">
          <li>
            <b>Reports and work.</b> We count reports of things that were done, and the work on the code. Each counts as{' '}
            <Formula>(a day now − a day before) ÷ spread × in all ÷ (in all + 10)</Formula>, from 0 to 5.
          </li>
          <li>
            <b>Price.</b> It counts as <Formula>move in 7 days ÷ spread</Formula>, without its sign, 5 at most.
          </li>
          <li>
            <b>Score.</b> <Formula>10 × (0.6 × reports + 0.4 × work − 0.5 × price) ÷ 2.5</Formula>, from 0 to 10.
          </li>
        </ol>
        <p className="text-ink-2">
          “A day now” is the mean of the last 7 days. “A day before” is the one in the middle of the 30 days before
          that. “Spread” is how far those 30 days lie from it: 1.4826 times the middle one of their gaps. It is 1 at
          least, and 1 % for a price. “In all” is the count of the 37 days: a coin with few reports gets less.
        </p>
        <p className="text-ink-2">
          A price has a spread of 7 days: that of its daily moves, times the square root of 7. A release counts as five
          pieces of work. Each number is rounded as you see it before it is used.
        </p>
      </div>
    </Fold>
  );
}

function Formula({ children }: { children: string }) {
  return <span className="font-semibold tabular">{children}</span>;
}
