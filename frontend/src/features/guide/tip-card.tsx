import { lazy, Suspense, useState } from 'react';
import type { Config } from '../../shared/api/config.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/layout.tsx';

const TipDialog = lazy(async () => ({ default: (await import('./tip-dialog.tsx')).TipDialog }));

/** A way to say thanks, once the XRP is home. The address is shown in a dialog alone: no other may stand beside it. */
export function TipCard({ tip, conciergeOpen }: { tip: NonNullable<Config['tip']>; conciergeOpen: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Card as="section" aria-labelledby="tip" className="grid justify-items-start gap-3">
      <h2 id="tip" className="text-lg">
        Would you like to say thank you?
      </h2>
      <p className="text-ink-2">
        You have paid for your guide, and you owe us nothing. If you like, you can leave a tip in XRP.
      </p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Leave a tip
      </Button>
      {open && (
        <Suspense>
          <TipDialog tip={tip} conciergeOpen={conciergeOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
