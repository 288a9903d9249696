import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { phoneLinkQuery } from './api.ts';

/**
 * Shows a QR code with a link that opens this guide on one other device.
 * The token is deleted when the dialog closes.
 */
export function PhoneDialog({ transferId, onClose }: { transferId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(phoneLinkQuery(transferId));
  const [expired, setExpired] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(() => setExpired(data.token), data.minutes * 60_000);
    return () => clearTimeout(timer);
  }, [data]);
  const tooOld = data && data.token === expired;
  return (
    <Dialog onClose={onClose} title="Open this guide on your phone">
      {isFetching ? (
        <div className="grid justify-items-center">
          <p role="status" className="sr-only">
            Creating your QR code…
          </p>
          <Skeleton className="aspect-square w-full max-w-72" />
        </div>
      ) : error || tooOld ? (
        <>
          <Note kind={error ? 'bad' : 'info'} live>
            <p>
              {error
                ? describe(error, 'We couldn’t create the QR code. Please try again.')
                : 'This QR code has expired.'}
            </p>
          </Note>
          <Buttons>
            <Button onClick={() => refetch()}>Create a new QR code</Button>
          </Buttons>
        </>
      ) : (
        data && (
          <>
            <div className="grid justify-items-center">
              <QrCode text={location.origin + paths.resume(data.token)} label="QR code that opens this guide" />
            </div>
            <ol className="grid list-decimal gap-2 pl-6 marker:font-bold marker:text-water">
              <li className="pl-1.5">Open your phone’s camera.</li>
              <li className="pl-1.5">Point it at the code, and tap the link.</li>
            </ol>
            <Note kind="warn" title="Only for your own phone">
              <p>
                The code works once, within {data.minutes} minutes. Anyone who scans it can change your transfer, so
                keep it private.
              </p>
            </Note>
          </>
        )
      )}
    </Dialog>
  );
}
