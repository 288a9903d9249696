import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';

const TipDialog = lazy(async () => ({ default: (await import('./tip-dialog.tsx')).TipDialog }));

/**
 * Offers to leave a tip, once the XRP is home.
 * The tip's address is only in a dialog, so that it is never beside the customer's address.
 */
export function TipCard(props: Omit<ComponentProps<typeof TipDialog>, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <Card as="section" aria-labelledby="tip" className="grid justify-items-start gap-3">
      <h2 id="tip" className="text-lg">
        Would you like to say thank you?
      </h2>
      <p className="text-ink-2">
        You’ve paid for your guide, and you don’t owe us anything. If you like, you can leave a tip in XRP.
      </p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Leave a tip
      </Button>
      {open && (
        <Suspense>
          <TipDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
