import { createContext, useContext } from 'react';

/** False on the server and during hydration. Without a provider, true: nothing is hydrated. */
export const HydratedContext = createContext(true);

/**
 * Returns false on the server and during hydration, true from then on.
 * A component must not read this browser's values while the result is false: its first render must equal the
 * prerendered HTML.
 */
export const useHydrated = () => useContext(HydratedContext);
