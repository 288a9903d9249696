import { startTransition, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fieldsOf } from '../../lib/storage.ts';

/** Returns true if the chat fills the window, because there is no room for it beside the page. */
export const usePhone = () => useWindow(narrow);

/** Returns true if there is room beside the page for the chat's button, which is then only an icon. */
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
 * Adds an entry to the history while the chat fills the window.
 * With this entry, "back" closes the chat and stays on the page. @param filling whether the chat fills the window now
 * @param onBack closes the chat @returns a function that removes the entry when the chat is closed in another way
 */
export function useBackCloses(filling: boolean, onBack: () => void): () => void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const inHistory = fieldsOf(state).chat === true;
  // True once an added entry was rendered, even if a “back” has removed the entry before that.
  const [isEntered, setEntered] = useState(false);
  const isBeingRemoved = useRef(false);

  const enter = useEffectEvent(async () => {
    isBeingRemoved.current = false;
    if (!inHistory) await navigate({ pathname, search, hash }, { state: { chat: true }, preventScrollReset: true });
    // The router updates in a transition. This update is a transition, too, so that it is not rendered before the
    // router's.
    startTransition(() => setEntered(true));
  });
  useEffect(() => {
    if (filling) void enter();
  }, [filling]);

  const leave = useEffectEvent(() => {
    if (!isEntered) return;
    if (!inHistory) setEntered(false);
    if (filling && !inHistory) onBack();
    // The chat was closed before its entry was rendered, so the entry is removed now.
    if (!filling && inHistory && !isBeingRemoved.current) void navigate(-1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the entry enters or leaves the history
  useEffect(() => leave(), [inHistory, isEntered]);

  return () => {
    if (!inHistory) return;
    isBeingRemoved.current = true;
    void navigate(-1);
  };
}
