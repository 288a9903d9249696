import { Check } from 'lucide-react';
import { cx } from './cx.ts';

const stops = { choose: 'Choose', pay: 'Pay', send: 'Send', arrived: 'Arrived' } as const;

export type Stop = keyof typeof stops;

/**
 * Shows the four stops of a transfer, joined by the spans of a bridge.
 * Each page of the transfer shows the stops at the top. The stops have no numbers, so that they do not look like a
 * second counter beside a page's own steps (DESIGN §4.31).
 */
export function Spine({ at }: { at: Stop }) {
  const names = Object.keys(stops) as Stop[];
  // The last stop is done as soon as it is reached, because nothing is left to do.
  const done = at === 'arrived' ? names.length : names.indexOf(at);
  return (
    <div className="@container max-w-lg print:hidden">
      <ol aria-label="Your transfer from start to finish" className="flex items-center gap-1.5 text-sm sm:gap-2">
        {names.map((name, index) => (
          <li
            key={name}
            aria-current={index === done ? 'step' : undefined}
            className={cx(
              'flex items-center gap-1.5 sm:gap-2',
              index > 0 && 'flex-1',
              name === at ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {index > 0 && <Span built={index <= done} />}
            {index < done ? (
              <Check aria-hidden className="size-4.5 shrink-0 text-good" strokeWidth={3} />
            ) : (
              name === at && <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-water" />
            )}
            {/* With large text there is room only for the current name. */}
            <span className={cx('whitespace-nowrap', name !== at && '@max-[18.5rem]:sr-only')}>
              {stops[name]}
              {index < done && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Span({ built }: { built: boolean }) {
  return (
    <svg
      viewBox="0 0 40 10"
      preserveAspectRatio="none"
      className={cx('h-2.5 w-2 flex-1 overflow-visible', built ? 'text-water' : 'text-line-strong')}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M1 9C11 0 29 0 39 9" strokeDasharray={built ? undefined : '1 5'} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
