import { useEffectEvent, useLayoutEffect } from 'react';

/** Calls `onBack` when the tab becomes visible again. */
export function useComingBack(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useLayoutEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') back();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}
