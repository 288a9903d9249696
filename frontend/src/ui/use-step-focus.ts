import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Focuses a heading when the step changes, but not when the screen opens.
 * If a step can change without the person's action, `mayMove` returns false while the focus must stay.
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
