import { Flame, ThermometerSnowflake } from 'lucide-react';
import { Bar } from '../../ui/bar.tsx';

/** The scores for three, two and one flames (spec 2 §2). A lower score shows a thermometer. */
const steps = [8, 6, 4] as const;
const highest = 10;

/** Shows a score as a number, a bar with a notch at each step, and flames. */
export function Heat({ score }: { score: number }) {
  const hot = steps.filter((step) => score >= step);
  return (
    <span className="grid max-w-40 gap-1">
      <span className="inline-flex items-center gap-x-1.5">
        <b className="tabular">{score.toFixed(1)}</b>
        <span className="sr-only"> of {highest}</span>
        <span aria-hidden className="inline-flex">
          {hot.length === 0 ? (
            <ThermometerSnowflake className="size-4 text-ink-3" />
          ) : (
            hot.map((step) => <Flame key={step} className="size-4 fill-current text-heat not-first:-ml-1" />)
          )}
        </span>
      </span>
      <Bar share={score / highest} className={hot.length === 0 ? 'w-full text-ink-3' : 'w-full text-heat'}>
        <path
          d={steps.map((step) => `M${(100 * step) / highest} 0V10`).join('')}
          className="stroke-card stroke-2"
          vectorEffect="non-scaling-stroke"
        />
      </Bar>
    </span>
  );
}
