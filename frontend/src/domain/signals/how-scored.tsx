import { Fold } from '../../ui/disclosure.tsx';

/**
 * Shows the formula of the heat score (services/signals: domain/heat.ts), so that readers can compute
 * a score.
 */
export function HowScored() {
  return (
    <Fold title="How we calculate the score" className="border-t">
      <div className="grid max-w-[70ch] gap-4">
        <p>
          A coin is hot when more is going on than usual but its price has hardly moved. Press a coin to see its
          numbers.
        </p>
        <ol className="grid list-decimal gap-3 pl-6">
          <li>
            <b>Reports and code changes.</b> We count reports of completed work, and changes to the code. Each counts as{' '}
            <Formula>(recent day − usual day) ÷ spread × total ÷ (total + 10)</Formula>, from 0 to 5.
          </li>
          <li>
            <b>Price.</b> It counts as <Formula>7-day move ÷ spread</Formula>, up or down, from 0 to 5.
          </li>
          <li>
            <b>Score.</b> <Formula>10 × (0.6 × reports + 0.4 × code changes − 0.5 × price) ÷ 2.5</Formula>, from 0 to
            10.
          </li>
        </ol>
        <p className="text-ink-2">
          “Recent day” is the average of the last 7 days. “Usual day” is the median of the 30 days before that. “Spread”
          is how far those 30 days are from the usual day: 1.4826 times the median of the gaps. It’s at least 1, or 1%
          for a price. “Total” is the count over all 37 days, so a coin with few reports gets a lower score.
        </p>
        <p className="text-ink-2">
          A price uses a 7-day spread, which is the spread of its daily moves times the square root of 7. A release
          counts as five code changes. We use the rounded numbers you see here.
        </p>
      </div>
    </Fold>
  );
}

function Formula({ children }: { children: string }) {
  return <span className="font-semibold tabular">{children}</span>;
}
