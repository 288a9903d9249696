import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fieldsOf } from '../../lib/storage.ts';

/** Whether there is no room for the chat beside what is read, so that it fills the window. */
export const usePhone = () => useWindow(narrow);

/** Whether there is room for the chat's button beside the page, where it is only a picture. */
export const useWideWindow = () => useWindow(wide);

const narrow = windowIs('(width < 640px)');
const wide = windowIs('(width >= 80rem)');

function windowIs(query: string) {
  return {
    matches: () => matchMedia(query).matches,
    subscribe(listener: () => void): () => void {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
  };
}

function useWindow({ subscribe, matches }: ReturnType<typeof windowIs>): boolean {
  return useSyncExternalStore(subscribe, matches, () => false);
}

/**
 * What fills the window is a place in the browser's history, so that "back" closes it and leaves the page as it is.
 * @param filling whether it fills the window now
 * @param onBack closes it
 * @returns what takes the place out of the history again, when it was closed in another way
 */
export function useBackCloses(filling: boolean, onBack: () => void): () => void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const inHistory = fieldsOf(state).chat === true;
  const wasInHistory = useRef(inHistory);
  // Whether it was closed before the place that it had entered was shown.
  const closedEarly = useRef(false);

  const enter = useEffectEvent(() => {
    if (!inHistory) void navigate({ pathname, search, hash }, { state: { chat: true }, preventScrollReset: true });
  });
  useEffect(() => {
    if (filling) enter();
  }, [filling]);

  const leave = useEffectEvent(() => {
    if (wasInHistory.current && !inHistory && filling) onBack();
    if (inHistory && closedEarly.current) void navigate(-1);
    closedEarly.current = false;
    wasInHistory.current = inHistory;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is left in the moment in which the history has it no more, or too late
  useEffect(() => leave(), [inHistory]);

  return () => {
    if (inHistory) void navigate(-1);
    else closedEarly.current = filling;
  };
}
