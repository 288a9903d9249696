import { useMutation } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { call, describe } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';

/** Explains how to open a transfer on this device, and what to do if it belongs to another person. */
export function NotOpenHere({ id, paid }: { id: string; paid: boolean }) {
  const request = useMutation({
    mutationFn: () => call('POST /api/transfers/{id}/resume-link', { params: { id } }),
  });
  const place = useStepFocus<HTMLDivElement>(request.status);
  return (
    <Card raised as="section" aria-labelledby="whose" className="grid justify-items-start gap-5">
      <Drawing of="lock" />
      <Pill kind="water">
        <Smartphone aria-hidden className="size-4.5" />
        Not open on this device
      </Pill>
      <h2 id="whose" className="text-xl">
        Is this your transfer?
      </h2>
      <p className="text-ink-2">
        {paid
          ? 'Only the person who started this transfer can see its address and what has arrived. If that’s you, we can email you a new link. Or open this page in the browser where you started.'
          : 'Only the person who started this transfer can pay for it. If that’s you, we can email you a new link. Or go back to the browser where you started.'}
      </p>
      <div ref={place} tabIndex={-1} className="grid w-full gap-3 outline-none">
        {request.isSuccess ? (
          <Note kind="good" title="Check your email" live>
            <p>
              If we have an email address for this transfer, you’ll get a new link in a few minutes. Check your spam
              folder too. Then open the link on this device.
            </p>
          </Note>
        ) : (
          <Buttons>
            <Button busy={request.isPending} busyLabel="Sending…" onClick={() => request.mutate()}>
              Email me a new link
            </Button>
          </Buttons>
        )}
        {request.isError && (
          <Note kind="bad" title="We couldn’t send a new link" live>
            <p>{describe(request.error, 'Please check your connection and try again.')}</p>
          </Note>
        )}
      </div>
      <p className="text-ink-2">
        If someone else sent you this page, it’s for their transfer, not yours. Never send XRP to an address that
        someone gives you. Only use the address your own wallet shows.
      </p>
      <Buttons className="w-full">
        <ButtonLink variant="quiet" to={paths.home}>
          Start my own transfer
        </ButtonLink>
      </Buttons>
    </Card>
  );
}
