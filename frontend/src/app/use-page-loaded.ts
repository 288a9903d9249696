import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
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
  const fetching = useIsFetching();
  useEffect(() => {
    // Effects of the page run first, so the queries that it needs next have started already.
    if (initialized && !fetching && !client.isFetching()) setLoaded(true);
  }, [client, initialized, fetching]);
  return loaded;
}
