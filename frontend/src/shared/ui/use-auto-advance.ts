import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';

/**
 * Goes on by itself some time after the answer is there, for whoever works with a pointer: the answer was pasted into a
 * field that was reached by mouse or finger, such a field was left by a press on the empty page, or one of several was
 * pressed. The next key, press or turn of the wheel stops it. Who types, comes by keyboard, perhaps hears the page, or
 * wants less motion is never moved: a real button that goes on always stands beside it.
 * @param ready whether the answer is right now
 * @returns `field` for the element around the input, and `onChoice` to be told of each choice among several
 */
export function useAutoAdvance<Field extends HTMLElement = HTMLDivElement>({
  ready,
  delayMs,
  onAdvance,
}: {
  ready: boolean;
  delayMs: number;
  onAdvance: () => void;
}): { field: RefObject<Field | null>; onChoice: (by: 'pointer' | 'keys') => void } {
  const field = useRef<Field>(null);
  /** Another number at each reason to go on, so that the time begins anew; 0 where there is none. */
  const [reason, goOn] = useReducer((last: number, yes: boolean) => (yes ? last + 1 : 0), 0);
  const advance = useEffectEvent(onAdvance);

  useEffect(() => {
    let reachedByPointer = false;
    let pressed: 'field' | 'control' | 'page' | null = null;
    const isInside = ({ target }: Event) => target instanceof Node && field.current?.contains(target) === true;
    const listeners: Record<string, (event: Event) => void> = {
      pointerdown(event) {
        pressed = isInside(event) ? 'field' : isControl(event.target) ? 'control' : 'page';
        if (pressed === 'field') reachedByPointer = true;
        goOn(false);
      },
      keydown(event) {
        pressed = null;
        if (event instanceof KeyboardEvent && event.key === 'Tab') reachedByPointer = false;
        goOn(false);
      },
      wheel: () => goOn(false),
      paste: (event) => goOn(reachedByPointer && isInside(event)),
      focusout(event) {
        if (isInside(event) && pressed === 'page') goOn(true);
      },
    };
    const add = Object.entries(listeners);
    for (const [type, listener] of add) document.addEventListener(type, listener, { capture: true, passive: true });
    return () => {
      for (const [type, listener] of add) document.removeEventListener(type, listener, { capture: true });
    };
  }, []);

  useEffect(() => {
    if (!ready || reason === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => {
      goOn(false);
      advance();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [ready, reason, delayMs]);

  return { field, onChoice: (by) => goOn(by === 'pointer') };
}

/** What is pressed for a reason of its own. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('a, button, dialog, input, label, select, summary, textarea') !== null
  );
}
