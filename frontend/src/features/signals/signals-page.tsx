import { pages } from '@xrp-bridge/contracts/pages';
import { useSearchParams } from 'react-router-dom';
import { AdPlace } from '../../domain/ads/place.tsx';
import { useLiveSignals } from '../../domain/signals/api.ts';
import { Highlights } from '../../domain/signals/highlights.tsx';
import { HotMeter } from '../../domain/signals/hot-meter.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { Buttons, Card, Page, Row, Sides } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { ConfirmSubscription, useMailLink } from './confirm-subscription.tsx';
import { QuickTour } from './quick-tour.tsx';
import { SignalList } from './signal-list.tsx';
import { Subscribe } from './subscribe.tsx';

/** Shows the events of the market, with the sources of all data. */
export function SignalsPage() {
  const [query] = useSearchParams();
  const { link, setLink, isKnown } = useMailLink();
  useLiveSignals();
  return (
    <Page
      title={pages.signals.title}
      heading="What was really done, and what the price did then."
      lead={
        <p>
          We read the news, count what was done, and show every number and every source. Nothing here is advice to buy
          or to sell.
        </p>
      }
    >
      {link && <ConfirmSubscription key={link.token} link={link} onChange={setLink} />}
      {query.get('subscribed') === 'true' && <Ordered />}
      {query.get('subscribed') === 'false' && <LeftUnpaid />}
      <Row className="gap-x-5">
        <QuickTour />
        {/* The browser itself follows this link (`reloadDocument`), so that it also moves the focus to the section. */}
        {!isKnown && (
          <TextLink to="#subscribe" reloadDocument className="inline-flex min-h-11 items-center">
            Get signals by e-mail
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
          Is your XRP still at an exchange?
        </h2>
        <p className="text-ink-2">We guide you step by step to a wallet of your own.</p>
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
    <Note kind="info" title="Look at your e-mail">
      <p>Once your order has reached us, a mail says so. It has the link to end it, too.</p>
    </Note>
  );
}

/** Shown after a return without an order. The link in the mail leads to the provider again. */
function LeftUnpaid() {
  return (
    <Note kind="info" title="You left the payment page">
      <p>Nothing was ordered there. Do you still want the signals? Then press the button in our mail once more.</p>
    </Note>
  );
}
