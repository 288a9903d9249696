import { type Dispatch, type SetStateAction, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Returns a state whose first value comes from this browser, such as a stored value.
 * On the server and during hydration the state is `before`, so that the first render equals the server's HTML.
 */
export function useBrowserState<T>(read: () => T, before: T): [T, Dispatch<SetStateAction<T>>] {
  const hydrated = useHydrated();
  const [wasRead, setRead] = useState(hydrated);
  const [state, setState] = useState(() => (hydrated ? read() : before));
  if (hydrated && !wasRead) {
    setRead(true);
    setState(read);
  }
  return [
    state,
    (next) => {
      // Between hydration and the first value, the customer may already select a radio. The stored value must not undo that.
      setRead(true);
      setState(next);
    },
  ];
}
