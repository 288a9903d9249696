import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';

/** The time in ms after an advance in which presses are ignored. */
export const settleMs = 500;

/** Ignores presses for a moment: a press for the previous screen must not reach the next one. */
function ignorePresses(): void {
  const { style } = document.documentElement;
  style.pointerEvents = 'none';
  setTimeout(() => {
    style.pointerEvents = '';
  }, settleMs);
}

/**
 * Calls `onAdvance` `delayMs` after the last answer.
 * An answer is a choice by pointer, a paste or, with `typing: 'advances'`, unchanged text. The next key, press or turn
 * of the wheel cancels the timer. Choices by keyboard and reduced motion start no timer: the screen must also have a
 * button.
 * @param ready whether the current answer is valid
 * @param typing whether typed text advances; tags and amounts wait, because people type slowly
 * @returns `field` for the element around the input, `onChoice` for each choice of a group, and `isCounting`, which
 *   `AdvanceNotice` shows
 */
export function useAutoAdvance<Field extends HTMLElement = HTMLDivElement>({
  ready,
  delayMs,
  typing = 'waits',
  onAdvance,
}: {
  ready: boolean;
  delayMs: number;
  typing?: 'advances' | 'waits';
  onAdvance: () => void;
}): { field: RefObject<Field | null>; onChoice: (by: 'pointer' | 'keys') => void; isCounting: boolean } {
  const field = useRef<Field>(null);
  /** `answer` is incremented at each answer, which restarts the timer. It is 0 while no timer runs. */
  const [answer, count] = useReducer((last: number, yes: boolean) => (yes ? last + 1 : 0), 0);
  const advance = useEffectEvent(onAdvance);
  const typed = useEffectEvent((event: Event) => {
    if (!(event.target instanceof Node && field.current?.contains(event.target))) return;
    const isPaste = event instanceof InputEvent && event.inputType === 'insertFromPaste';
    count(isPaste || typing === 'advances');
  });

  useEffect(() => {
    const stop = () => count(false);
    const input = (event: Event) => typed(event);
    const options = { capture: true, passive: true };
    for (const type of ['pointerdown', 'keydown', 'wheel']) document.addEventListener(type, stop, options);
    // This listener runs after React's own. A render before React has read the input would restore the field's old
    // text.
    document.addEventListener('input', input);
    return () => {
      for (const type of ['pointerdown', 'keydown', 'wheel']) document.removeEventListener(type, stop, options);
      document.removeEventListener('input', input);
    };
  }, []);

  const isCounting = ready && answer > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer restarts the timer
  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(() => {
      count(false);
      ignorePresses();
      advance();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isCounting, answer, delayMs]);

  return { field, onChoice: (by) => count(by === 'pointer'), isCounting };
}
