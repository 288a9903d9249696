import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import { cx } from './cx.ts';
import { Spine, type Stop } from './spine.tsx';

/** Shows a bordered box. Only the current step or form of a page is `raised`, with a shadow. */
export function Card({
  as: Tag = 'div',
  raised,
  className,
  ...rest
}: ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'aside' | 'form' | 'ul' | 'ol' | 'dl' | 'li';
  raised?: boolean;
}) {
  const Element = Tag as 'div';
  return (
    <Element
      className={cx(
        'rounded-lg border border-line bg-card p-[clamp(18px,3vw,32px)]',
        raised && 'shadow-card',
        className,
      )}
      {...rest}
    />
  );
}

/** Places its children below each other, with the same gap between them. */
export function Stack({ gap = 'm', className, ...rest }: ComponentProps<'div'> & { gap?: 's' | 'm' | 'l' }) {
  const gaps = { s: 'gap-2', m: 'gap-4', l: 'gap-8' } as const;
  return <div className={cx('grid min-w-0', gaps[gap], className)} {...rest} />;
}

/** Places its children in a row that wraps. */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('flex flex-wrap items-center gap-3', className)} {...rest} />;
}

/** Places buttons in a row. On a phone they are in a column of full width, the first one on top. */
export function Buttons({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('flex flex-wrap gap-3 max-sm:*:w-full', className)} {...rest} />;
}

let firstPage = true;

/**
 * Sets the document's title. Focuses the heading when the screen opens, for screen readers.
 * A `waiting` count above 0 is written before the title. The focus does not move on the first screen of a visit, when
 * the URL has a fragment, or while the person types elsewhere, such as in the chat.
 */
export function usePageHeading(title: string, waiting = 0) {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    const count = waiting > 0 ? `(${waiting}) ` : '';
    document.title = `${count}${product ? `${title} · ${product}` : title}`;
  }, [title, waiting]);
  // The focus moves before the paint, because afterwards the person may have focused another element.
  useLayoutEffect(() => {
    if (firstPage) firstPage = false;
    else if (!location.hash && !isTyping()) ref.current?.focus({ preventScroll: true });
  }, []);
  return ref;
}

/** Shows a screen with its heading. */
export function Page({
  title,
  heading,
  lead,
  hideHeading,
  narrow,
  stop,
  children,
}: {
  title: string;
  heading?: ReactNode;
  lead?: ReactNode;
  /** Hides the heading visually, because the screen shows its title in another form. */
  hideHeading?: boolean;
  narrow?: boolean;
  /** The stop of the transfer that the page belongs to, for `Spine`. */
  stop?: Stop | undefined;
  children: ReactNode;
}) {
  const ref = usePageHeading(title);
  return (
    <div
      className={cx(
        'mx-auto grid w-[min(1120px,100%-40px)] gap-8 py-[clamp(24px,4vw,56px)]',
        narrow && 'max-w-3xl',
        stop && (hideHeading ? 'pt-1 pb-4 sm:pt-6' : 'pt-4 sm:pt-7'),
      )}
    >
      {stop && (
        <div className={hideHeading ? '-mb-7 sm:-mb-4' : '-mb-4 sm:-mb-2'}>
          <Spine at={stop} />
        </div>
      )}
      <div className={hideHeading ? 'sr-only' : 'grid max-w-[46rem] gap-4'}>
        <h1 ref={ref} tabIndex={-1} className="text-hero wrap-break-word">
          {heading ?? title}
        </h1>
        {lead && <div className="text-lg text-ink-2">{lead}</div>}
      </div>
      {children}
    </div>
  );
}
