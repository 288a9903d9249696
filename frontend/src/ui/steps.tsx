import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { rings } from './rings.ts';

export interface Step {
  title: ReactNode;
  text?: ReactNode;
  state: 'done' | 'now' | 'next';
  onOpen?: () => void;
}

/**
 * Shows numbered steps, joined by a line that is filled up to the current step.
 * `compact` is for steps that have only a name.
 */
export function Steps({ steps, compact }: { steps: readonly Step[]; compact?: boolean }) {
  return (
    <ol className="@container grid">
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are numbered and do not move
          key={index}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={cx(
            'relative grid last:pb-0',
            compact
              ? 'grid-cols-[2rem_minmax(0,1fr)] gap-3 pb-1'
              : 'grid-cols-[2.5rem_minmax(0,1fr)] gap-4 pb-7 @max-tight:grid-cols-1 @max-tight:gap-2',
          )}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute w-0.5',
                compact
                  ? 'top-9.5 -bottom-1.5 left-[calc(1rem-1px)]'
                  : 'top-10 bottom-0 left-[calc(1.25rem-1px)] @max-tight:hidden',
                step.state === 'done' ? 'bg-good' : 'bg-line',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              'grid place-items-center rounded-full font-bold',
              compact ? 'mt-1.5 size-8' : 'size-10',
              rings[step.state],
            )}
          >
            {step.state === 'done' ? <Check className="size-5" strokeWidth={3} /> : index + 1}
          </span>
          <div className={cx('grid gap-0.5', compact ? 'min-h-11 content-center' : 'content-start pt-1.5')}>
            <h3 className={compact ? cx('text-base', step.state !== 'now' && 'font-normal') : 'text-lg'}>
              {step.onOpen ? (
                <button
                  type="button"
                  onClick={step.onOpen}
                  className={cx('min-h-11 text-left font-[inherit] hover:underline', !compact && '-my-2')}
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
