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
 * Shows a group of radio inputs.
 * `onChoose` also receives the input device: only a pointer's choice may advance the screen, because arrow keys select
 * every choice that they pass.
 */
export function ChoiceGroup<Id extends string>({
  legend,
  hideLegend,
  choices,
  chosen,
  onChoose,
  error,
  columns,
  tiles,
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
  /**
   * Shows two short choices per row, even on a phone.
   * The chosen choice has a frame. The circles of all other choices are hidden.
   */
  tiles?: boolean;
  /** Content below the choices, inside the group. */
  children?: ReactNode;
  /** The id of the first input, to which an error summary links. */
  firstId?: string;
  /** The inputs' `name`, for a form that a browser without scripts submits. */
  name?: string;
}) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const choosePressed = useEffectEvent((pressed: string | undefined) => {
    if (pressed !== undefined && pressed !== chosen) onChoose(pressed as Id, 'keys');
  });
  // The customer may have selected a radio on the prerendered page, before hydration.
  useEffect(() => choosePressed(group.current?.querySelector<HTMLInputElement>('input:checked')?.value), []);
  return (
    // The size container is outside the fieldset: when it was inside, Chromium sometimes did not paint the styles of a
    // container query.
    <div className="@container min-w-0">
      <fieldset
        ref={group}
        className="grid min-w-0 content-start gap-2.5"
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <legend className={hideLegend ? 'sr-only' : 'mb-3.5 text-lg font-semibold leading-tight tracking-tight'}>
          {legend}
        </legend>
        <div
          className={cx('grid gap-2.5', columns && 'md:grid-cols-2', tiles && 'grid-cols-2 @max-[17rem]:grid-cols-1')}
        >
          {choices.map((choice, index) => (
            <label
              key={choice.id}
              className={cx(
                'relative grid cursor-pointer rounded-md border-[1.5px] border-line bg-card transition-colors',
                tiles ? 'min-h-16 gap-2.5 p-2.5' : 'min-h-18 gap-3.5 px-[min(1rem,5vw)] py-3',
                'hover:border-line-strong has-checked:border-water has-checked:bg-water-soft',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-water',
                columns ? 'items-start gap-y-1' : 'items-center',
                tiles
                  ? 'grid-cols-[auto_minmax(0,1fr)]'
                  : choice.mark
                    ? 'grid-cols-[3rem_minmax(0,1fr)_auto] @max-tight:grid-cols-[3rem_minmax(0,1fr)]'
                    : 'grid-cols-[minmax(0,1fr)_auto] @max-tight:grid-cols-1',
              )}
            >
              {choice.mark}
              {/* With `columns` the text is long, so it takes the full width below the title and the radio. */}
              <span
                className={cx(
                  'grid',
                  !tiles && '@max-tight:order-last @max-tight:col-span-full',
                  columns && '@tight:contents',
                )}
              >
                <span className="leading-snug font-semibold">{choice.title}</span>
                {choice.text && (
                  <span
                    className={cx(
                      'text-sm text-ink-2',
                      tiles && 'leading-tight',
                      columns && '@tight:col-span-full @tight:row-start-2',
                    )}
                  >
                    {choice.text}
                  </span>
                )}
              </span>
              <span
                className={
                  tiles
                    ? 'absolute -top-2 -right-2'
                    : cx(
                        'flex items-center gap-3 @max-tight:justify-between @max-tight:justify-self-end',
                        columns && '@tight:col-start-2 @tight:row-start-1',
                      )
                }
              >
                {choice.aside}
                <span className="grid shrink-0 place-items-center *:col-start-1 *:row-start-1">
                  <input
                    id={index === 0 ? firstId : undefined}
                    type="radio"
                    name={name ?? id}
                    value={choice.id}
                    checked={chosen === choice.id}
                    className={cx(
                      'peer size-6.5 cursor-pointer appearance-none rounded-full border-2 border-line-strong outline-none checked:border-water checked:bg-water',
                      tiles && 'not-checked:opacity-0',
                    )}
                    onChange={(event) => onChoose(choice.id, wasPointer(event.nativeEvent) ? 'pointer' : 'keys')}
                    onClick={(event) => {
                      // A click on the selected radio also confirms the choice. React emits no change event for such a
                      // click.
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

/** Returns true if a pointer made the click. A click by arrow keys or space has no position. */
function wasPointer(event: Event): boolean {
  return event instanceof MouseEvent && (event.detail > 0 || event.clientX !== 0 || event.clientY !== 0);
}
