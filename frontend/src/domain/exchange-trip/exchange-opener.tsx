import type { ExchangeId } from '@xrp-bridge/contracts/exchanges';
import { ExternalLink } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { isTyping } from '../../lib/is-typing.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Note } from '../../ui/note.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { ExchangeLink } from './exchange-link.tsx';
import type { Flow } from './return-marker.ts';
import { ReturnedCard } from './returned-card.tsx';
import { comeBack, endTrip, type KnownExchange, knownExchanges, useBackFromExchange, useTrip } from './trip-store.ts';

/**
 * Lists the exchanges, each with a link to its own site in a new tab.
 * After a link was opened, shows a card for the customer's return instead. `onContinue` is called when the customer
 * continues.
 */
export function ExchangeOpener({ flow, onContinue }: { flow: Flow; onContinue: (exchange: ExchangeId) => void }) {
  const trip = useTrip();
  useBackFromExchange(comeBack);
  const heading = useStepFocus(trip?.step, () => !isTyping());
  const exchange = knownExchanges.find(({ id }) => id === trip?.exchange);
  if (!trip || !exchange) return <ExchangeList ref={heading} flow={flow} />;
  if (trip.step === 'visiting') return <VisitingCard ref={heading} exchange={exchange} flow={flow} />;
  return (
    <ReturnedCard
      ref={heading}
      text={`If you’ve signed in to ${exchange.name}, leave that tab open and continue here.`}
      onContinue={() => {
        endTrip();
        onContinue(exchange.id);
      }}
    >
      <ExchangeLink exchange={exchange} flow={flow} variant="quiet">
        Open {exchange.domain} again
      </ExchangeLink>
      <AnotherExchange />
    </ReturnedCard>
  );
}

function ExchangeList({ ref, flow }: { ref: Ref<HTMLHeadingElement>; flow: Flow }) {
  return (
    <Card as="section" aria-labelledby="exchange-opener" className="grid gap-4">
      <h2 id="exchange-opener" ref={ref} tabIndex={-1} className="text-xl">
        Open your exchange
      </h2>
      <p className="text-ink-2">
        Choose the exchange that holds your XRP. Its website opens in a new tab, and this page stays open.
      </p>
      <ul className="@container grid gap-2.5 md:grid-cols-2">
        {knownExchanges.map((exchange) => (
          <li
            key={exchange.id}
            className="relative grid min-h-18 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3.5 rounded-md border-[1.5px] border-line px-[min(1rem,5vw)] py-3 transition-colors hover:border-line-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-water @max-tight:grid-cols-[minmax(0,1fr)_auto]"
          >
            <Mark of={exchange} />
            <span className="grid @max-tight:order-last @max-tight:col-span-full">
              {/* The link covers the whole row. */}
              <ExchangeLink
                exchange={exchange}
                flow={flow}
                className="font-semibold outline-none after:absolute after:inset-0"
              >
                {exchange.name}
              </ExchangeLink>
              <span className="text-sm text-ink-2">{exchange.domain}</span>
            </span>
            <ExternalLink aria-hidden className="size-5 text-ink-3" />
          </li>
        ))}
      </ul>
      <p>Don’t see your exchange? Open it the way you always do. Then come back to this page.</p>
      <RealSite>
        Each link goes to the web address shown below it. You can also type that address yourself, or use your own
        bookmark or app.
      </RealSite>
    </Card>
  );
}

function VisitingCard({ ref, exchange, flow }: { ref: Ref<HTMLHeadingElement>; exchange: KnownExchange; flow: Flow }) {
  const { name, domain } = exchange;
  return (
    <Card as="section" aria-labelledby="exchange-opener" className="grid gap-4">
      <h2 id="exchange-opener" ref={ref} tabIndex={-1} className="text-xl">
        Sign in to {name}
      </h2>
      <p className="text-ink-2">{name} is open in a new tab. Sign in there, then come back to this tab.</p>
      <RealSite>
        The address at the top of the new tab must be <b>{domain}</b>. If it isn’t, close that tab.
      </RealSite>
      <p>
        No new tab? Your browser may have blocked it. Press this link:{' '}
        <ExchangeLink exchange={exchange} flow={flow} className="inline-flex min-h-11 items-center" />
      </p>
      <Buttons>
        <Button onClick={comeBack}>I’m signed in</Button>
        <AnotherExchange />
      </Buttons>
    </Card>
  );
}

function AnotherExchange() {
  return <TextButton onClick={endTrip}>Choose a different exchange</TextButton>;
}

/** Warns against copies of the exchange's site. `children` describe the real site. */
function RealSite({ children }: { children: ReactNode }) {
  return (
    <Note title="Make sure it’s the real site">
      <p>{children} We never ask for your password.</p>
    </Note>
  );
}
