import { type ReactNode, useId } from 'react';

/** Asks a question with two or three short answers in a row, as radio inputs. */
export function PickOne<Id extends string>({
  legend,
  hideLegend,
  choices,
  chosen,
  onChoose,
}: {
  legend: ReactNode;
  /** True if the choices are clear without a visible legend. */
  hideLegend?: boolean;
  choices: readonly { id: Id; label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
      {/* A legend cannot be a flex item, so it is visually hidden, and the span shows its text. */}
      <legend className="sr-only">{legend}</legend>
      {!hideLegend && (
        <span aria-hidden className="min-w-[min(16rem,100%)] flex-1">
          {legend}
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, label }) => (
          <label
            key={id}
            className="inline-grid min-h-11 cursor-pointer place-items-center rounded-full border-[1.5px] border-line-strong bg-card px-4.5 py-1 text-center text-sm font-semibold text-ink-2 transition-colors hover:bg-sunk has-checked:border-water has-checked:bg-water-soft has-checked:text-water-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-water"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
