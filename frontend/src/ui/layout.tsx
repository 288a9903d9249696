import { type ComponentProps, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isTyping } from '../lib/is-typing.ts';
import { cx } from './cx.ts';

/** A thing on the page: an offer, a form, a step. */
export function Card({
  as: Tag = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'section' | 'aside' | 'form' | 'li' }) {
  const Element = Tag as 'div';
  return (
    <Element
      className={cx('rounded-lg border border-line bg-card p-[clamp(18px,3vw,32px)] shadow-card', className)}
      {...rest}
    />
  );
}

/** Things below each other at an even distance. */
export function Stack({ gap = 'm', className, ...rest }: ComponentProps<'div'> & { gap?: 's' | 'm' | 'l' }) {
  const gaps = { s: 'gap-2', m: 'gap-4', l: 'gap-8' } as const;
  return <div className={cx('grid min-w-0', gaps[gap], className)} {...rest} />;
}

/** Things beside each other that wrap when there is no room. */
export function Row({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('flex flex-wrap items-center gap-3', className)} {...rest} />;
}

/** Buttons beside each other; on a phone below each other and as wide as the screen, the first one on top. */
export function Buttons({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('flex flex-wrap gap-3 max-sm:*:w-full', className)} {...rest} />;
}

/** The work on the left, what goes with it on the right. On a phone one column, closer together, in which `rest` comes last of all. */
export function Sides({
  main,
  side,
  rest,
  className,
}: {
  main: ReactNode;
  side: ReactNode;
  rest?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      className={cx(
        'grid items-start gap-4 sm:gap-6 lg:gap-8 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
        className,
      )}
    >
      <div className="grid min-w-0 gap-4 sm:gap-6">{main}</div>
      <aside className="grid min-w-0 gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{side}</aside>
      {rest && <div className="grid min-w-0 gap-4 sm:gap-6">{rest}</div>}
    </div>
  );
}

let firstPage = true;

/**
 * Names the tab after the screen, and puts the focus on its heading when it opens, so that a screen reader says where
 * the person is. The first screen of a visit keeps the focus where the browser put it, and so does whoever types beside
 * the screen, as into the chat, while it is on its way.
 */
export function usePageHeading(title: string) {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const product = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
    document.title = product ? `${title} · ${product}` : title;
  }, [title]);
  // Before the page is seen, so that the focus is taken from nobody.
  useLayoutEffect(() => {
    if (firstPage) firstPage = false;
    else if (!location.hash && !isTyping()) ref.current?.focus({ preventScroll: true });
  }, []);
  return ref;
}

/** One screen under its heading. */
export function Page({
  title,
  heading,
  lead,
  hideHeading,
  narrow,
  children,
}: {
  title: string;
  heading?: ReactNode;
  lead?: ReactNode;
  /** The heading is there for screen readers only, because the screen shows its own first thing. */
  hideHeading?: boolean;
  narrow?: boolean;
  children: ReactNode;
}) {
  const ref = usePageHeading(title);
  return (
    <div
      className={cx('mx-auto grid w-[min(1120px,100%-40px)] gap-8 py-[clamp(24px,4vw,56px)]', narrow && 'max-w-3xl')}
    >
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

/**
 * Moves the focus to a heading when the step changes, but not when the screen first opens. `mayMove` is asked where a
 * step can change by itself, so that the focus is taken from nobody.
 */
export function useStepFocus<Element extends HTMLElement = HTMLHeadingElement>(step: unknown, mayMove?: () => boolean) {
  const ref = useRef<Element>(null);
  const shown = useRef(step);
  const move = useEffectEvent(() => mayMove?.());
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (move() === false) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return ref;
}
