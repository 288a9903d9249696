import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

const inputLook =
  'w-full rounded-md border-[1.5px] border-line-strong bg-card px-[min(1rem,4vw)] text-ink placeholder:text-ink-3 aria-invalid:border-bad file:mr-3 file:rounded-full file:bg-sunk file:px-3.5 file:py-0.5 file:font-semibold';
const inputSize = 'min-h-13.5 py-3';
const smallSize = 'min-h-11 py-2';

// In large text on a phone as much of an address or a card's number is to be seen as can be: all of the latter.
const monoLook = 'font-mono text-[min(1.0625rem,6vw)]';

// Its words cannot wrap either.
const selectLook = 'appearance-none pr-[min(3rem,12vw)] text-[min(1rem,6vw)]';

/** A labelled input; the error takes the hint's place, so that nothing below moves. */
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
  /** What is right about the value, in place of the hint. */
  good?: ReactNode;
  mono?: boolean;
}) {
  const own = useId();
  const id = named ?? own;
  const below = error || good || hint;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="font-normal text-ink-2">(optional)</span>}
      </label>
      <input
        id={id}
        className={cx(inputLook, inputSize, mono ? monoLook : 'text-base')}
        aria-invalid={error ? true : undefined}
        aria-describedby={below ? `${id}-below` : undefined}
        {...rest}
      />
      <Below id={id} error={error} good={good} hint={hint} />
    </div>
  );
}

/** A labelled box for several lines; what is below it as with a `Field`. */
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
        className={cx(inputLook, inputSize, mono ? monoLook : 'text-base')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-below` : undefined}
        {...rest}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

/** What there is to say about a value: what is wrong with it, else what is right, else what it should be. */
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

/** A plain list to choose from: the quickest way where the names are known. */
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
  /** As low as a list's search, beside which it stands. */
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
          className={cx(inputLook, small ? smallSize : inputSize, selectLook)}
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
