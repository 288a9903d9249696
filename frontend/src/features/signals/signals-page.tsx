import { pages } from '@xrp-bridge/contracts/pages';
import { useSearchParams } from 'react-router-dom';
import { AdPlace } from '../../domain/ads/place.tsx';
import { useLiveSignals } from '../../domain/signals/api.ts';
import { Highlights } from '../../domain/signals/highlights.tsx';
import { HotMeter } from '../../domain/signals/hot-meter.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { Buttons, Card, Page, Row } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Sides } from '../../ui/sides.tsx';
import { ConfirmSubscription, useSubscriptionLink } from './confirm-subscription.tsx';
import { QuickTour } from './quick-tour.tsx';
import { SignalList } from './signal-list.tsx';
import { Subscribe } from './subscribe.tsx';

/** Shows the events of the market, with the sources of all data. */
export function SignalsPage() {
  const [query] = useSearchParams();
  const { link, setLink, isKnown } = useSubscriptionLink();
  useLiveSignals();
  return (
    <Page
      title={pages.signals.title}
      heading="What crypto projects actually did, and what the price did next."
      lead={
        <p>
          We follow the news, look for real progress, and show you every number and its source. Nothing here is advice
          to buy or sell.
        </p>
      }
    >
      {link && <ConfirmSubscription key={link.token} link={link} onChange={setLink} />}
      {query.get('subscribed') === 'true' && <Ordered />}
      {query.get('subscribed') === 'false' && <LeftUnpaid />}
      <Row className="gap-x-5">
        <QuickTour />
        {/* The browser itself follows this link (`reloadDocument`), so that the focus also moves to the section. */}
        {!isKnown && (
          <TextLink to="#subscribe" reloadDocument className="inline-flex min-h-11 items-center">
            Get signals by email
          </TextLink>
        )}
      </Row>
      <HotMeter />
      <AdPlace placement="inline" />
      <Sides
        main={<Highlights />}
        side={
          <>
            {!isKnown && <Subscribe />}
            <AdPlace placement="sidebar" />
          </>
        }
      />
      <SignalList />
      <Card as="section" aria-labelledby="move" className="grid gap-3">
        <h2 id="move" className="text-xl">
          Is your XRP still on an exchange?
        </h2>
        <p className="text-ink-2">We’ll guide you step by step to your own wallet.</p>
        <Buttons>
          <ButtonLink variant="soft" to={paths.home}>
            Start a transfer
          </ButtonLink>
        </Buttons>
      </Card>
    </Page>
  );
}

/** Shown after a return from the provider. The return proves nothing: only the mail confirms an order. */
function Ordered() {
  return (
    <Note kind="info" title="Check your email">
      <p>We’ll email you when your order goes through. That email also has a link to cancel.</p>
    </Note>
  );
}

/**
 * Shown to a visitor who returns from the payment provider without paying.
 * The link in the e-mail opens the provider's page again.
 */
function LeftUnpaid() {
  return (
    <Note kind="info" title="You left before paying">
      <p>You haven’t been charged. Still want the signals? Press the button in our email again.</p>
    </Note>
  );
}
