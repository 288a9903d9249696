import { CircleAlert } from 'lucide-react';
import { type Key, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { openTo } from './disclosure.tsx';

/** An error in a form, with the id of the field to correct, if there is one. */
export interface Mistake {
  field?: string;
  text: string;
}

interface Content {
  title?: string;
  mistakes?: readonly Mistake[];
  children?: ReactNode;
}

/**
 * Lists the errors that block a form, above its fields.
 * The list takes the focus when it appears and at each new `attempt`. Renders nothing without errors and children.
 */
export function ErrorSummary({
  attempt,
  ...content
}: Content & {
  /** A value that changes at each failed attempt, so that the same error is read out again. */
  attempt?: Key;
}) {
  return content.mistakes?.length || content.children ? <Summary key={attempt} {...content} /> : null;
}

function Summary({ title = 'There’s a problem', mistakes = [], children }: Content) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="@container scroll-mt-4 rounded-md border-2 border-bad bg-bad-soft px-[min(1rem,4.5vw)] py-3.5 sm:px-5"
    >
      <div className="grid grid-cols-[1.625rem_minmax(0,1fr)] gap-x-3 gap-y-2 @max-tight:grid-cols-1">
        <CircleAlert className="mt-0.5 size-6 text-bad" aria-hidden />
        {/* A screen reader reads the text when the summary gets the focus. `alert` is for a screen reader that is
            elsewhere on the page. */}
        <div role="alert" className="grid min-w-0 gap-2">
          <h2 className="text-lg">{title}</h2>
          {mistakes.length > 0 && (
            <ul className="grid">
              {mistakes.map(({ field, text }) => (
                <li key={text} className="min-w-0">
                  {field ? (
                    <a
                      href={`#${field}`}
                      onClick={goTo(field)}
                      className="flex min-h-11 w-fit max-w-full items-center font-semibold text-bad underline underline-offset-3"
                    >
                      <span className="min-w-0 wrap-anywhere">{text}</span>
                    </a>
                  ) : (
                    text
                  )}
                </li>
              ))}
            </ul>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}

/**
 * Focuses the field with its label in view, and opens closed rows around the field.
 * The URL does not change, because a fragment would add an entry to the history.
 */
function goTo(field: string) {
  return (event: MouseEvent) => {
    event.preventDefault();
    const target = document.getElementById(field);
    const group = target?.closest('fieldset');
    openTo(target);
    (group ?? target)?.scrollIntoView({ block: group ? 'start' : 'center' });
  };
}
