import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';

/**
 * Goes on by itself `delayMs` after the last answer (DESIGN §4.30): a choice made by pointer, a paste, and, where `typing`
 * advances, text that stays unchanged. The next key, press or turn of the wheel stops it. Choices by keyboard and people
 * who want less motion stay: a real button that goes on always stands beside it.
 * @param ready whether the answer is right now
 * @param typing whether typed text advances; tags and amounts wait, because people type slowly
 * @returns `field` for the element around the input, `onChoice` for each choice among several, and whether the time runs,
 *   which `AdvanceNotice` announces
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
  /** Another number for each answer, so that the time begins anew; 0 while nothing goes on. */
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
    // After React's own listener: a render before it would put the old text back into the field.
    document.addEventListener('input', input);
    return () => {
      for (const type of ['pointerdown', 'keydown', 'wheel']) document.removeEventListener(type, stop, options);
      document.removeEventListener('input', input);
    };
  }, []);

  const isCounting = ready && answer > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins the time anew
  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(() => {
      count(false);
      advance();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [isCounting, answer, delayMs]);

  return { field, onChoice: (by) => count(by === 'pointer'), isCounting };
}
