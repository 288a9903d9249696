import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import { Suspense, useState } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { later } from '../../ui/later.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { type Flow, returnMarker } from './return-marker.ts';

// Few customers open the list of exchanges here, so its code is loaded lazily.
const ExchangeOpener = later(async () => (await import('./exchange-opener.tsx')).ExchangeOpener);

/**
 * Expands the list of exchanges in place.
 * If a customer has returned from an exchange to this flow, the list is already expanded and shows the card that
 * continues.
 */
export function OpenMyExchange({ flow, onContinue }: { flow: Flow; onContinue: (exchange: ExchangeId) => void }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const hydrated = useHydrated();
  const isOpen = wanted ?? (hydrated && returnMarker.get()?.flow === flow);
  return (
    <div className="grid gap-4">
      <TextButton className="justify-self-start" aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
        Open my exchange
      </TextButton>
      {isOpen && (
        <Suspense>
          <ExchangeOpener
            flow={flow}
            onContinue={(exchange) => {
              setWanted(false);
              onContinue(exchange);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
