import { lazy, Suspense, useState } from 'react';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Button } from '../../ui/button.tsx';

const AllDoneDialog = lazy(async () => ({ default: (await import('./all-done-dialog.tsx')).AllDoneDialog }));

/** Shows the offers after a transfer. The dialog never opens automatically. */
export function AllDone({ transfer }: { transfer: Transfer }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        What else we offer
      </Button>
      {open && (
        <Suspense>
          <AllDoneDialog transfer={transfer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
