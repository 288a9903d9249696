import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { useHydrated } from './use-hydrated.ts';

const inputClass =
  'w-full rounded-md border-[1.5px] border-line-strong bg-card px-[min(1rem,4vw)] text-ink placeholder:text-ink-3 aria-invalid:border-bad file:mr-3 file:rounded-full file:bg-sunk file:px-3.5 file:py-0.5 file:font-semibold';
const inputSize = 'min-h-13.5 py-3';
const smallSize = 'min-h-11 py-2';

// The size shrinks on a phone with large text, so that a whole card number fits, and as much of an address as possible.
const monoClass = 'font-mono text-[min(1.0625rem,6vw)]';

// The size shrinks on a phone with large text, because the text of a select cannot wrap.
const selectClass = 'appearance-none pr-[min(3rem,12vw)] text-[min(1rem,6vw)]';

/** Shows a labelled input. The error replaces the hint, so that nothing below moves. */
export function Field({
  label,
  optional,
  hint,
  error,
  good,
  mono,
  className,
  id: named,
  ...rest
}: ComponentProps<'input'> & {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  error?: string | null;
  /** A confirmation of the value, in place of the hint. */
  good?: ReactNode;
  mono?: boolean;
}) {
  const own = useId();
  const id = named ?? own;
  const below = error || good || hint;
  const hydrated = useHydrated();
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="font-normal text-ink-2">(optional)</span>}
      </label>
      <input
        id={id}
        // React would lose a text that is typed before hydration.
        readOnly={!hydrated}
        className={cx(inputClass, inputSize, mono ? monoClass : 'text-base')}
        aria-invalid={error ? true : undefined}
        aria-describedby={below ? `${id}-below` : undefined}
        {...rest}
      />
      <Below id={id} error={error} good={good} hint={hint} />
    </div>
  );
}

/** Shows a labelled textarea, with the hint and the error below it as in `Field`. */
export function TextField({
  label,
  hint,
  error,
  mono,
  id,
  ...rest
}: ComponentProps<'textarea'> & {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | null;
  mono?: boolean;
}) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        className={cx(inputClass, inputSize, mono ? monoClass : 'text-base')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-below` : undefined}
        {...rest}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

/** Shows the text below a field: the error, else the confirmation, else the hint. */
function Below({ id, error, good, hint }: { id: string; error?: string | null; good?: ReactNode; hint?: ReactNode }) {
  return (
    <div id={`${id}-below`} aria-live="polite" className="text-sm">
      {error ? (
        <p className="flex gap-2 text-bad">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      ) : good ? (
        <p className="text-good wrap-anywhere">{good}</p>
      ) : (
        hint && <p className="text-ink-2">{hint}</p>
      )}
    </div>
  );
}

/** Shows a labelled native select, which is fast where people recognize the names. */
export function SelectField({
  label,
  error,
  small,
  children,
  className,
  id: named,
  ...rest
}: ComponentProps<'select'> & {
  label: string;
  error?: string | null;
  /** Gives the select the height of a list's search field, beside which it stands. */
  small?: boolean;
}) {
  const own = useId();
  const id = named ?? own;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={cx('font-semibold', small && 'text-sm')}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          className={cx(inputClass, small ? smallSize : inputSize, selectClass)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-below` : undefined}
          {...rest}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-[min(1rem,3vw)] my-auto size-5 text-ink-2"
        />
      </div>
      {error && <Below id={id} error={error} />}
    </div>
  );
}
