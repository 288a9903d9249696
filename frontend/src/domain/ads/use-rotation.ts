import { type RefObject, useEffect, useState } from 'react';

/** The interval that spec 2 §9 requires. */
const turnMs = 30_000;

/**
 * Returns the index of a random ad.
 * The index changes every 30 seconds while the ad is visible and `isHeld` is false.
 */
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

/** Returns an index other than `now`. `chance` is a random number from 0 to 1. */
export function another(now: number, count: number, chance: number): number {
  return (now + 1 + Math.floor(chance * (count - 1))) % count;
}

/** Returns true if an element is in the viewport of a visible tab. */
function useIsSeen(place: RefObject<Element | null>): boolean {
  const [isInWindow, setInWindow] = useState(false);
  const [isTabVisible, setTabVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      // If several entries are queued, the last one is the current state.
      setInWindow(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(element);
    const onVisibility = () => setTabVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [place]);
  return isInWindow && isTabVisible;
}
