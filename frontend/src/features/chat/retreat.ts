import { useEffect, useState } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

/** Smaller movements are a tremble of the finger. */
const tremblePx = 8;

/** Returns whether an element at the bottom must hide: while the person types or scrolls down. */
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
    // The focus arrives only after the event. Only the window receives events about the focus of a provider's frame.
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
