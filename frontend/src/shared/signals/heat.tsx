import { Flame, ThermometerSnowflake } from 'lucide-react';

/** From so many points on there are three flames, two, one (spec 2 §2); below, a thermometer. */
const steps = [8, 6, 4] as const;

/** A heat score as a number and in flames. */
export function Heat({ score }: { score: number }) {
  const flames = steps.filter((step) => score >= step).length;
  return (
    <span className="inline-flex items-center gap-2">
      <b className="tabular">{score.toFixed(1)}</b>
      <span aria-hidden className="inline-flex">
        {flames === 0 ? (
          <ThermometerSnowflake className="size-5.5 text-ink-3" />
        ) : (
          steps.slice(0, flames).map((step) => <Flame key={step} className="size-5.5 fill-current text-warn" />)
        )}
      </span>
      <span className="sr-only">of 10</span>
    </span>
  );
}
