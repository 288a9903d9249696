import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterStateContext } from 'react-router-dom';

/**
 * Returns true once the first page's own data has come.
 * Code that no visitor waits for is loaded then, because earlier it would compete with the page.
 */
export function usePageLoaded(): boolean {
  const client = useQueryClient();
  // Before that, the code of the page has not come.
  const initialized = useContext(UNSAFE_DataRouterStateContext)?.initialized;
  const [loaded, setLoaded] = useState(false);
  const isFetching = useSyncExternalStore(
    // Batched, because a query may start while another component renders.
    (listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    () => client.isFetching() > 0,
    () => true,
  );
  useEffect(() => {
    // Effects of the page run first, so the queries that it needs next have started already.
    if (initialized && !isFetching && client.isFetching() === 0) setLoaded(true);
  }, [client, initialized, isFetching]);
  return loaded;
}
