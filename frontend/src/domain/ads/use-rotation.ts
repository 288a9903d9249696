import { type RefObject, useEffect, useState } from 'react';

/** Spec 2 §9. */
const turnMs = 30_000;

/** One of several at random, and another one every 30 seconds: while it is in sight, and nobody is at it. */
export function useRotation(count: number, place: RefObject<Element | null>, isHeld: boolean): number {
  const [shown, setShown] = useState(() => Math.floor(Math.random() * Math.max(1, count)));
  const isSeen = useIsSeen(place);
  useEffect(() => {
    if (count < 2 || isHeld || !isSeen) return;
    const timer = setInterval(() => setShown((now) => another(now, count, Math.random())), turnMs);
    return () => clearInterval(timer);
  }, [count, isHeld, isSeen]);
  return Math.min(shown, count - 1);
}

/** Any but the one that is shown, by a chance from 0 to 1. */
export function another(now: number, count: number, chance: number): number {
  return (now + 1 + Math.floor(chance * (count - 1))) % count;
}

/** Whether something is in the window, and the window is looked at. */
function useIsSeen(place: RefObject<Element | null>): boolean {
  const [isInWindow, setInWindow] = useState(false);
  const [isLookedAt, setLookedAt] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      // Several may have come at once: the last of them is how it is now.
      setInWindow(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(element);
    const look = () => setLookedAt(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [place]);
  return isInWindow && isLookedAt;
}
