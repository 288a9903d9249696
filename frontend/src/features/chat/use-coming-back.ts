import { useEffectEvent, useLayoutEffect } from 'react';

/** Tells when the person looks at this tab again. */
export function useComingBack(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useLayoutEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') back();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
