import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

const PhoneDialog = lazy(async () => ({ default: (await import('./phone-dialog.tsx')).PhoneDialog }));

/** Offers to open the guide on a phone. Hidden on a phone. */
export function OpenOnPhone({ transferId }: { transferId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" wide onClick={() => setOpen(true)} className="max-md:hidden pointer-coarse:hidden">
        <Smartphone aria-hidden className="size-5" />
        Open on my phone
      </Button>
      {open && (
        <Suspense>
          <PhoneDialog transferId={transferId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
