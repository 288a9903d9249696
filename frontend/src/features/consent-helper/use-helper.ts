import { useLayoutEffect, useState } from 'react';
import { consent, helperClosed } from '../../domain/path/guided.ts';
import { changeHelper, type Helper, type HelperEvent } from './helper.ts';

const read = (): Helper => ({ consent: consent.get(), open: !helperClosed.get() });

function keep(helper: Helper): void {
  if (helper.consent) consent.set(true);
  else consent.forget();
  helperClosed.set(!helper.open);
}

/** What was said to the offer of help, the same in every tab, and what is said now. */
export function useHelper(): [Helper, (event: HelperEvent) => void] {
  const [helper, setHelper] = useState(read);
  useLayoutEffect(() => {
    const look = () => setHelper(read());
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  return [
    helper,
    (event) => {
      const next = changeHelper(helper, event);
      keep(next);
      setHelper(next);
    },
  ];
}
