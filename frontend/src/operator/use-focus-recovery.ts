import { type RefObject, useLayoutEffect } from 'react';

/**
 * Moves the focus to a heading when the focused element disappears, such as a finished row.
 * Keyboard users continue from the section's heading, or else from the page's heading.
 */
export function useFocusRecovery(page: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const whole = page.current;
    if (!whole) return;
    let last: Element | null = null;
    let part: Element | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target as Element;
      part = last.closest('section');
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) return;
      // Browsers also emit `focusout` for a removed element. An element that is still connected lost the focus on
      // purpose.
      queueMicrotask(() => {
        if (last?.isConnected && hasNoFocus()) last = null;
      });
    };
    const recover = () => {
      if (!last || last.isConnected || !hasNoFocus()) return;
      const heading = (part?.isConnected && part.querySelector('h2')) || whole.querySelector('h1');
      heading?.focus({ preventScroll: true });
    };
    whole.addEventListener('focusin', onFocusIn);
    whole.addEventListener('focusout', onFocusOut);
    // The whole document is observed, because a dialog may close after the button that opened it was removed.
    const observer = new MutationObserver(recover);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      whole.removeEventListener('focusin', onFocusIn);
      whole.removeEventListener('focusout', onFocusOut);
    };
  }, [page]);
}

const hasNoFocus = () => document.activeElement === document.body;
