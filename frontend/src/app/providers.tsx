import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { useHydrated } from '../ui/use-hydrated.ts';

declare global {
  /** The last button that was pressed, by public/theme.js. */
  var pressed: HTMLElement | null | undefined;
}

/**
 * Wraps the router in the same way in the browser and on the server, so that hydration finds the same
 * elements.
 */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  const hydrated = useHydrated();
  // A press on a rendered button before hydration is repeated, so that it is not lost.
  useEffect(() => {
    if (hydrated) globalThis.pressed?.click();
  }, [hydrated]);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
}
