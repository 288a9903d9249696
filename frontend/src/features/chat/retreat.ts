import { useEffect, useState } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

/** A smaller movement is only a tremble of the finger and does not count as scrolling. */
const tremblePx = 8;

/** Returns true while an element at the bottom must hide, because the person types or scrolls down. */
export function useRetreat(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let lastY = scrollY;
    let readingOn = false;
    const update = () => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - tremblePx;
      if (Math.abs(scrollY - lastY) > tremblePx) {
        readingOn = scrollY > lastY;
        lastY = scrollY;
      }
      setAway(isTyping() || (readingOn && !atEnd));
    };
    // The focus changes only after the event, so the update is deferred. `focus` and `blur` of the window are needed,
    // because the focus of a provider's frame triggers no other event.
    const updateAfter = () => queueMicrotask(update);
    addEventListener('scroll', update, { passive: true });
    for (const each of focusEvents) addEventListener(each, updateAfter);
    return () => {
      removeEventListener('scroll', update);
      for (const each of focusEvents) removeEventListener(each, updateAfter);
    };
  }, []);
  return away;
}

const focusEvents = ['focusin', 'focusout', 'blur', 'focus'] as const;
