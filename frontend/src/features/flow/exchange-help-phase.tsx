import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import { useState } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { ExchangeNavigation } from '../../domain/exchange-trip/exchange-navigation.tsx';
import { ExchangeOpener } from '../../domain/exchange-trip/exchange-opener.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import type { PathPhase } from './parts.tsx';

/**
 * Leads to the exchange's withdrawal page, and then confirms the path.
 * An exchange that the customer chooses here becomes the path's exchange.
 */
export function ExchangeHelpPhase({ from, to, dispatch }: PathPhase) {
  const [exchange, setExchange] = useState<ExchangeId | null>(from.id);
  const [signedIn, setSignedIn] = useState(false);
  useAssistantStep('transfer-form', from.id, to.id);
  return (
    <Page
      title="Find your way around your exchange"
      stop="choose"
      lead={<p>Just take a look around. You won’t send anything yet. Then come back here.</p>}
      narrow
    >
      {exchange ? (
        <ExchangeNavigation
          key={exchange}
          exchange={exchange}
          flow="transferFlow"
          signedIn={signedIn}
          onDone={() => dispatch('help-ended', { from: exchange })}
        />
      ) : (
        <ExchangeOpener
          flow="transferFlow"
          onContinue={(opened) => {
            setExchange(opened);
            setSignedIn(true);
          }}
        />
      )}
      {/* Only one of the two buttons is shown, because the last step of the help leads back to the path. */}
      <div>
        {exchange ? (
          <TextButton onClick={() => setExchange(null)}>My XRP is on a different exchange</TextButton>
        ) : (
          <TextButton onClick={() => dispatch('help-ended')}>Back to my path</TextButton>
        )}
      </div>
    </Page>
  );
}
