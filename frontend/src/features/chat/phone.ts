import { useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router-dom';
import { fieldsOf } from '../../lib/storage.ts';

/** Returns true if the chat fills the window, because there is no room for it beside the page. */
export const usePhone = () => useWindow(narrow);

/** Returns true if the chat's button, shown only as an icon, has room beside the page. */
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
 * Adds a history entry while the chat fills the window.
 * With this entry, "back" closes the chat and stays on the page.
 * @param filling true while the chat fills the window
 * @param onBack closes the chat
 * @returns a function that removes the entry when the chat is closed in another way
 */
export function useBackCloses(filling: boolean, onBack: () => void): () => void {
  // The router is used directly, because `useLocation` changes only after the next render, and would miss a quick
  // “back”.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const isInHistory = () => fieldsOf(router?.state.location.state).chat === true;
  const back = useEffectEvent(onBack);

  useEffect(() => {
    if (!filling || !router) return;
    let isEntered = false;
    const unsubscribe = router.subscribe(({ location }) => {
      if (fieldsOf(location.state).chat === true) isEntered = true;
      else if (isEntered) back();
    });
    const { location } = router.state;
    isEntered = fieldsOf(location.state).chat === true;
    if (!isEntered) void router.navigate(location, { state: { chat: true }, preventScrollReset: true });
    return unsubscribe;
  }, [filling, router]);

  return () => {
    if (isInHistory()) void router?.navigate(-1);
  };
}
