import { useLayoutEffect, useState } from 'react';
import { defineStored, parseFlag } from '../../shared/storage.ts';
import { changeHelper, type Helper, type HelperEvent } from './helper.ts';

/** Only a yes is kept (spec 1 §3). */
const consent = defineStored('consent', (value) => (value === true ? value : undefined), false);
/** Nobody is asked a second time, nor when they have started over. */
const closed = defineStored('helper-closed', parseFlag, false);

const read = (): Helper => ({ consent: consent.get(), open: !closed.get() });

function keep(helper: Helper): void {
  if (helper.consent) consent.set(true);
  else consent.forget();
  closed.set(!helper.open);
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
