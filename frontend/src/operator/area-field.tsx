import { type ComponentProps, type ReactNode, useId } from 'react';

/** Shows a labelled textarea. When the text below becomes an error, screen readers read it out. */
export function AreaField({
  label,
  optional,
  below,
  isWrong = false,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  label: string;
  optional?: boolean;
  below?: ReactNode;
  isWrong?: boolean;
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="font-normal text-ink-2">(optional)</span>}
      </label>
      <textarea
        id={id}
        className="w-full rounded-md border-[1.5px] border-line-strong bg-card px-[min(1rem,4vw)] py-3 text-base text-ink aria-invalid:border-bad"
        aria-invalid={isWrong || undefined}
        aria-describedby={below ? `${id}-below` : undefined}
        {...rest}
      />
      <div id={`${id}-below`} className="text-sm tabular">
        {!isWrong && below && <p className="text-ink-2">{below}</p>}
        <p aria-live="polite" className="text-bad">
          {isWrong && below}
        </p>
      </div>
    </div>
  );
}
