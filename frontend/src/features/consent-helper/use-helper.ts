import { useLayoutEffect, useState } from 'react';
import { consent, helperClosed } from '../../domain/path/guided.ts';
import { changeHelper, type Helper, type HelperEvent } from './helper.ts';

const read = (): Helper => ({ consent: consent.get(), open: !helperClosed.get() });

function store(helper: Helper): void {
  if (helper.consent) consent.set(true);
  else consent.forget();
  helperClosed.set(!helper.open);
}

/** Returns the helper, shared by all tabs, and a function that sends an event to it. */
export function useHelper(): [Helper, (event: HelperEvent) => void] {
  const [helper, setHelper] = useState(read);
  useLayoutEffect(() => {
    const reload = () => setHelper(read());
    addEventListener('storage', reload);
    return () => removeEventListener('storage', reload);
  }, []);
  return [
    helper,
    (event) => {
      const next = changeHelper(helper, event);
      store(next);
      setHelper(next);
    },
  ];
}
