import { Smartphone } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';

/** Explains how to open a transfer on this device, and the next steps if it belongs to another person. */
export function NotOpenHere({ paid }: { paid: boolean }) {
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
          ? 'Your address and what has arrived are shown to you alone. To see them here, open it in one of these ways:'
          : 'Only who began it can pay for it. If that is you, go on in one of these ways:'}
      </p>
      <ul className="grid list-disc gap-2 pl-6 marker:text-water">
        <li className="pl-1">
          <b>Open the link in our e-mail on this device.</b> It says “Open your guide” or “Open your transfer”.
        </li>
        <li className="pl-1">
          <b>Or go on in the browser where you began.</b> It knows you, and needs no link.
        </li>
      </ul>
      <p className="text-ink-2">
        If somebody sent you this page, it is about their transfer, not yours. Never send XRP to an address that
        somebody gives you: only to the one that your own wallet shows.
      </p>
      <Buttons className="w-full">
        <ButtonLink variant={paid ? 'quiet' : 'primary'} to={paths.home}>
          Start a transfer of my own
        </ButtonLink>
      </Buttons>
    </Card>
  );
}
