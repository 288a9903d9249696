import { Flame, ThermometerSnowflake } from 'lucide-react';

/** The scores for three, two and one flames (spec 2 §2). A lower score shows a thermometer. */
const steps = [8, 6, 4] as const;

export function Heat({ score }: { score: number }) {
  const hot = steps.filter((step) => score >= step);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <b className="tabular">{score.toFixed(1)}</b>
      <span className="sr-only"> of 10</span>
      <span aria-hidden className="inline-flex">
        {hot.length === 0 ? (
          <ThermometerSnowflake className="size-5 text-ink-3" />
        ) : (
          hot.map((step) => <Flame key={step} className="size-5 fill-current text-heat not-first:-ml-1" />)
        )}
      </span>
    </span>
  );
}
