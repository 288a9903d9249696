import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { pageAt, pages } from '@xrp-bridge/contracts/pages';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { floating, useFloating } from '../../lib/floating.ts';
import { paths } from '../../lib/paths.ts';
import { startOver } from '../../lib/start-over.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { openTransfer } from '../transfer/open-transfer.ts';
import { placeOf } from '../transfer/waiting-transfer.tsx';
import type { Flow } from './return-marker.ts';
import type { Trip } from './trip.ts';
import { comeBack, endTrip, useIsAwaited, useTrip } from './trip-store.ts';

/**
 * Pages on which a customer prepares a transfer.
 * A welcome must not cover a payment, or steps that the customer follows at the exchange.
 */
const welcoming: unknown[] = [pages.home, pages.start, pages.transfer, pages.transferFlow];

/** Welcomes a customer who returns from an exchange, if the current page does not already do so. */
export function WelcomeBack() {
  const trip = useTrip();
  const { pathname } = useLocation();
  const awaited = useIsAwaited();
  const shown = useFloating();
  // A closed dialog stays closed for this trip, until the page is reloaded.
  const [closed, setClosed] = useState<number>();
  const place = trip && placeOfFlow(trip.flow);
  useEffect(() => {
    if (trip && !place) endTrip();
  }, [trip, place]);
  // The pages of these flows contain the exchange steps and their own welcome, so no dialog opens there.
  const waitsHere = trip && ['home', 'start', 'transfer'].includes(trip.flow) && place === pathname;
  const fits =
    trip && place && !awaited && !waitsHere && trip.leftAt !== closed && welcoming.includes(pageAt(pathname));
  if (!fits || (shown && shown.name !== 'welcome-back')) return null;
  return <WelcomeDialog trip={trip} place={place} onClose={() => setClosed(trip.leftAt)} />;
}

/** Returns the page where a flow continues, or null if the flow's transfer is gone. */
function placeOfFlow(flow: Flow): string | null {
  if (flow !== 'guide') return pages[flow].path;
  const open = openTransfer.get();
  return open && placeOf(open);
}

function WelcomeDialog({ trip, place, onClose }: { trip: Trip; place: string; onClose: () => void }) {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = dialog.current;
    floating.open('welcome-back');
    element?.showModal();
    heading.current?.focus();
    comeBack();
    return () => {
      element?.close();
      floating.close('welcome-back');
    };
  }, []);

  function leave(forget: () => void, to: string) {
    forget();
    onClose();
    void navigate(to);
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="welcome-back"
      // Escape and Android's back gesture close the dialog. In development, React closes and reopens the dialog at
      // once, which must not call `onClose`.
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
      className="m-auto w-[min(32rem,92vw)] animate-rise grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-[min(1.5rem,6vw)] text-ink shadow-card open:grid backdrop:bg-black/55 print:hidden"
    >
      <h2 id="welcome-back" ref={heading} tabIndex={-1} className="text-xl">
        Welcome back
      </h2>
      <p>You went to {exchangeName(trip.exchange)} from here. Your transfer is right where you left it.</p>
      <Buttons>
        <Button onClick={() => leave(endTrip, place)}>Continue my transfer</Button>
        <Button variant="quiet" onClick={() => leave(startOver, paths.home)}>
          Start over
        </Button>
        <TextButton onClick={onClose} className="justify-center px-3">
          Not now
        </TextButton>
      </Buttons>
      <p className="text-sm text-ink-2">
        “Start over” clears what you chose and typed here. You keep everything you’ve paid for.
      </p>
    </dialog>
  );
}
