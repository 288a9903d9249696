import { useEffect, useState } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

/** Below this a finger has only trembled. */
const tremblePx = 8;

/** Whether what lies over the foot of the page should make room: while somebody types, and while they read downwards. */
export function useRetreat(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let lastY = scrollY;
    let readingOn = false;
    const look = () => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - tremblePx;
      if (Math.abs(scrollY - lastY) > tremblePx) {
        readingOn = scrollY > lastY;
        lastY = scrollY;
      }
      setAway(isTyping() || (readingOn && !atEnd));
    };
    // The focus is in its new place only after the event; of a payment provider's frame, only the window hears.
    const lookAfter = () => queueMicrotask(look);
    addEventListener('scroll', look, { passive: true });
    for (const each of focusEvents) addEventListener(each, lookAfter);
    return () => {
      removeEventListener('scroll', look);
      for (const each of focusEvents) removeEventListener(each, lookAfter);
    };
  }, []);
  return away;
}

const focusEvents = ['focusin', 'focusout', 'blur', 'focus'] as const;
