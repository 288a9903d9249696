import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { cx } from './cx.ts';

export interface Choice<Id extends string> {
  id: Id;
  title: ReactNode;
  text?: ReactNode;
  mark?: ReactNode;
  aside?: ReactNode;
}

/**
 * One of several, as real radio inputs: arrow keys, form and screen reader work as everywhere.
 * `onChoose` also says how: only a pointer's choice may move the person on, arrow keys are still looking around.
 */
export function ChoiceGroup<Id extends string>({
  legend,
  hideLegend,
  choices,
  chosen,
  onChoose,
  error,
  columns,
  children,
  firstId,
  name,
}: {
  legend: ReactNode;
  hideLegend?: boolean;
  choices: readonly Choice<Id>[];
  chosen: Id | null;
  onChoose: (id: Id, by: 'pointer' | 'keys') => void;
  error?: string | null;
  columns?: boolean;
  /** Shown below the choices, inside the group. */
  children?: ReactNode;
  /** The first choice's id, by which an error summary leads here. */
  firstId?: string;
  /** What its form calls the choice where the browser itself sends it. */
  name?: string;
}) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const takeOver = useEffectEvent((pressed: string | undefined) => {
    if (pressed !== undefined && pressed !== chosen) onChoose(pressed as Id, 'keys');
  });
  // One may have been pressed on the page that the server drew, before this one answered.
  useEffect(() => takeOver(group.current?.querySelector<HTMLInputElement>('input:checked')?.value), []);
  return (
    // Not within the fieldset: there Chromium sometimes drew nothing of what asks how wide it is.
    <div className="@container min-w-0">
      <fieldset
        ref={group}
        className="grid min-w-0 content-start gap-2.5"
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <legend className={hideLegend ? 'sr-only' : 'mb-3.5 text-lg font-semibold leading-tight tracking-tight'}>
          {legend}
        </legend>
        <div className={cx('grid gap-2.5', columns && 'md:grid-cols-2')}>
          {choices.map((choice, index) => (
            <label
              key={choice.id}
              className={cx(
                'relative grid min-h-18 cursor-pointer gap-3.5 rounded-md border-[1.5px] border-line bg-card px-[min(1rem,5vw)] py-3 transition-colors',
                'hover:border-line-strong has-checked:border-water has-checked:bg-water-soft',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-water',
                columns ? 'items-start gap-y-1' : 'items-center',
                choice.mark
                  ? 'grid-cols-[3rem_minmax(0,1fr)_auto] @max-tight:grid-cols-[3rem_minmax(0,1fr)]'
                  : 'grid-cols-[minmax(0,1fr)_auto] @max-tight:grid-cols-1',
              )}
            >
              {choice.mark}
              {/* In columns the text is long: it has the whole width, below the title and its radio. */}
              <span className={cx('grid @max-tight:order-last @max-tight:col-span-full', columns && '@tight:contents')}>
                <span className="leading-snug font-semibold">{choice.title}</span>
                {choice.text && (
                  <span className={cx('text-sm text-ink-2', columns && '@tight:col-span-full @tight:row-start-2')}>
                    {choice.text}
                  </span>
                )}
              </span>
              <span
                className={cx(
                  'flex items-center gap-3 @max-tight:justify-between @max-tight:justify-self-end',
                  columns && '@tight:col-start-2 @tight:row-start-1',
                )}
              >
                {choice.aside}
                <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1">
                  <input
                    id={index === 0 ? firstId : undefined}
                    type="radio"
                    name={name ?? id}
                    value={choice.id}
                    checked={chosen === choice.id}
                    className="peer size-6.5 cursor-pointer appearance-none rounded-full border-2 border-line-strong outline-none checked:border-water checked:bg-water"
                    onChange={(event) => onChoose(choice.id, wasPointer(event.nativeEvent) ? 'pointer' : 'keys')}
                    onClick={(event) => {
                      // The chosen one pressed again is also a wish to go on; React sends no change for it.
                      if (chosen === choice.id && wasPointer(event.nativeEvent)) onChoose(choice.id, 'pointer');
                    }}
                  />
                  <Check
                    aria-hidden
                    className="pointer-events-none invisible size-4 text-water-ink peer-checked:visible"
                    strokeWidth={3}
                  />
                </span>
              </span>
            </label>
          ))}
        </div>
        {error && (
          <p id={`${id}-error`} className="text-bad">
            {error}
          </p>
        )}
        {children}
      </fieldset>
    </div>
  );
}

/** A click by mouse or finger has a place on the screen; one made by arrow keys or the space bar has none. */
function wasPointer(event: Event): boolean {
  return event instanceof MouseEvent && (event.detail > 0 || event.clientX !== 0 || event.clientY !== 0);
}
