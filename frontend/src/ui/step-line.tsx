import { Check } from 'lucide-react';
import { cx } from './cx.ts';
import { useCountsSteps } from './page-counter.ts';
import { rings } from './rings.ts';

/** Shows 'Step 2 of 5:' without a line break. */
export function StepNumber({ step, of }: { step: number; of: number }) {
  return (
    <span className="whitespace-nowrap">
      Step {step} of {of}:
    </span>
  );
}

/**
 * Shows the progress of a short journey in one line.
 * With more than three steps, a phone shows only the current step's name.
 */
export function StepLine({ steps, now }: { steps: readonly string[]; now: number }) {
  useCountsSteps();
  const many = steps.length > 3;
  return (
    <ol className="flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === now ? 'step' : undefined}
          className={cx('flex items-center gap-1.5 sm:gap-2.5', index === now ? 'font-semibold' : 'text-ink-2')}
        >
          <span
            aria-hidden
            className={cx(
              'grid size-7 place-items-center rounded-full text-sm font-bold',
              rings[index < now ? 'done' : index === now ? 'now' : 'next'],
            )}
          >
            {index < now ? <Check className="size-4" strokeWidth={3} /> : index + 1}
          </span>
          <span className={cx(many && index !== now && 'max-sm:sr-only')}>{step}</span>
          {index < now && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
