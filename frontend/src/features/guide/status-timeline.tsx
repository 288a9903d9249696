import { Check } from 'lucide-react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { cx } from '../../ui/cx.ts';
import { type Stage, timelineOf } from './timeline.ts';

/** The classes of a stage's dot. Unlike the steps, the dots have no numbers. */
const dots = {
  done: 'bg-good text-card',
  now: 'border-8 border-water bg-card sm:border-9',
  next: 'border-2 border-line-strong',
} as const;

/**
 * Shows the stages from the payment to the end as five dots, with a caption.
 * A phone shows only the caption: below "Step 2 of 5", five dots without names would look like the same steps.
 */
export function StatusTimeline({
  transfer,
  unsure,
  inDoubt,
}: {
  transfer: Transfer;
  /** True if the state of the watch is uncertain. */
  unsure: boolean;
  /** True if the check refuses the address, or the address must not be shown. */
  inDoubt: boolean;
}) {
  const stages = timelineOf(transfer, inDoubt);
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:grid sm:gap-y-3 @max-tight:my-0 @max-tight:grid">
        <ol
          aria-label="Your transfer’s progress"
          className="grid grid-cols-5 gap-x-1 max-sm:sr-only @max-tight:not-sr-only @max-tight:grid @max-tight:grid-cols-1 @max-tight:gap-y-2"
        >
          {stages.map(({ id, name, state }, index) => (
            <li
              key={id}
              aria-current={state === 'now' ? 'step' : undefined}
              className="relative grid content-start justify-items-center gap-1 text-center text-sm leading-tight @max-tight:flex @max-tight:items-center @max-tight:gap-3 @max-tight:text-left"
            >
              {index > 0 && (
                <span
                  aria-hidden
                  className={cx(
                    'absolute top-[calc(0.875rem-1px)] right-[calc(50%+1.25rem)] left-[calc(-50%+1.25rem)] h-0.5 @max-tight:hidden',
                    state === 'next' ? 'bg-line' : 'bg-good',
                  )}
                />
              )}
              <span aria-hidden className={cx('grid size-6 place-items-center rounded-full sm:size-7', dots[state])}>
                {state === 'done' && <Check className="size-4" strokeWidth={3} />}
              </span>
              <span className={state === 'now' ? 'font-semibold' : 'text-ink-2'}>{name}</span>
              {state === 'done' && <span className="sr-only"> (done)</span>}
            </li>
          ))}
        </ol>
        <p role="status" className="min-w-0 flex-1 text-sm leading-tight text-ink-2">
          {captionOf(transfer, stages, unsure || inDoubt)}
        </p>
      </div>
    </div>
  );
}

/** Returns the current activity: the state of the watch, or else the next stage. */
function captionOf({ status, watch }: Transfer, stages: Stage[], unsure: boolean): string | undefined {
  if (status === 'completed') return 'Completed';
  if (unsure) return undefined;
  if (watch) return watch.state === 'watching' ? 'Watching for your XRP' : 'No longer watching';
  return `Next: ${stages.find(({ state }) => state === 'now')?.next}`;
}
