import { type RefObject, useLayoutEffect } from 'react';

/**
 * Where what has the focus goes away, as a row does that is done with, the heading of its part takes the focus, else the
 * page's: whoever came by the keyboard goes on from there.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const whole = page.current;
    if (!whole) return;
    let last: Element | null = null;
    let part: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
      part = last.closest('section');
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) return;
      // Browsers tell also of what is being taken away: afterwards, what is still there was left on purpose.
      queueMicrotask(() => {
        if (last?.isConnected && hasNoFocus()) last = null;
      });
    };
    const look = () => {
      if (!last || last.isConnected || !hasNoFocus()) return;
      const heading = (part?.isConnected && part.querySelector('h2')) || whole.querySelector('h1');
      heading?.focus({ preventScroll: true });
    };
    whole.addEventListener('focusin', remember);
    whole.addEventListener('focusout', forget);
    // Of the whole document: a dialog may close after what has opened it went away.
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      whole.removeEventListener('focusin', remember);
      whole.removeEventListener('focusout', forget);
    };
  }, [page]);
}

const hasNoFocus = () => document.activeElement === document.body;
