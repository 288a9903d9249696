import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from 'react';
import { HydratedContext } from '../ui/use-hydrated.ts';
import { repeatPress } from './presses.ts';

/**
 * Wraps the router in the same way in the browser and on the server, so that hydration finds the same
 * elements.
 * @param prerendered true if the server renders the page, or has rendered it
 */
export function Providers({
  client,
  prerendered,
  children,
}: {
  client: QueryClient;
  prerendered: boolean;
  children: ReactNode;
}) {
  const [hydrated, setHydrated] = useState(!prerendered);
  useEffect(() => {
    if (hydrated) repeatPress();
    // In a transition, React renders this browser's values in small pieces. A store (`useSyncExternalStore`) would block
    // the browser until the whole page is rendered again.
    else startTransition(() => setHydrated(true));
  }, [hydrated]);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydratedContext value={hydrated}>{children}</HydratedContext>
      </QueryClientProvider>
    </StrictMode>
  );
}
