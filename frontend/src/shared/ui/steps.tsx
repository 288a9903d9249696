import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Step {
  title: ReactNode;
  text?: ReactNode;
  state: 'done' | 'now' | 'next';
  onOpen?: () => void;
}

const rings = {
  done: 'bg-good text-card',
  now: 'bg-water text-water-ink',
  next: 'bg-sunk text-ink-2',
} as const;

/** Numbered steps below each other, joined by a line that is filled as far as the person has come. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="@container grid">
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are numbered and do not move
          key={index}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-4 pb-7 last:pb-0 @max-tight:grid-cols-1 @max-tight:gap-2"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute top-10 bottom-0 left-[calc(1.25rem-1px)] w-0.5 @max-tight:hidden',
                step.state === 'done' ? 'bg-good' : 'bg-line',
              )}
            />
          )}
          <span aria-hidden className={cx('grid size-10 place-items-center rounded-full font-bold', rings[step.state])}>
            {step.state === 'done' ? <Check className="size-5" strokeWidth={3} /> : index + 1}
          </span>
          <div className="grid content-start gap-0.5 pt-1.5">
            <h3 className="text-lg">
              {step.onOpen ? (
                <button
                  type="button"
                  onClick={step.onOpen}
                  className="min-h-11 -my-2 text-left font-[inherit] hover:underline"
                >
                  {step.title}
                </button>
              ) : (
                step.title
              )}
              {step.state === 'done' && <span className="sr-only"> (done)</span>}
            </h3>
            {step.text && <div className="text-ink-2">{step.text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Where in a short journey the person is, in one line. */
export function StepLine({ steps, now }: { steps: readonly string[]; now: number }) {
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
          {step}
          {index < now && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
