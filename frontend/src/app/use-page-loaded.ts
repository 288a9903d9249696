import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Returns true once the page's own data has come and the browser is idle.
 * Code that no visitor waits for is loaded then, because earlier it would compete with the page.
 */
export function usePageLoaded(): boolean {
  const client = useQueryClient();
  const [loaded, setLoaded] = useState(false);
  const isFetching = useSyncExternalStore(
    // Batched, because a query may start while another component renders.
    (listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    () => client.isFetching() > 0,
    () => true,
  );
  useEffect(() => {
    if (isFetching) return;
    // Safari has no requestIdleCallback.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    whenIdle(() => {
      if (client.isFetching() === 0) setLoaded(true);
    });
  }, [client, isFetching]);
  return loaded;
}
