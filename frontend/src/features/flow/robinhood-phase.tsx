import { robinhoodNotice } from '@xrp-bridge/contracts/robinhood';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { Button } from '../../ui/button.tsx';
import { LastChecked } from '../../ui/last-checked.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import type { PathPhase } from './parts.tsx';

const { firstTime, recentPurchase, limit, fee, send, source, lastChecked } = robinhoodNotice;

const special = [
  { title: 'Robinhood checks your ID', text: `You turn on transfers once, in the app. ${firstTime}` },
  { title: 'You may have to wait after buying XRP', text: recentPurchase },
  { title: 'There’s a daily limit', text: limit },
  {
    title: 'You send from the XRP page',
    text: `The app on your phone is the easiest way. The website works too. ${send} ${fee}`,
  },
];

/** Shows Robinhood's conditions for a withdrawal before the payment. */
export function RobinhoodPhase({ from, to, dispatch }: PathPhase) {
  useAssistantStep('transfer-form', from.id, to.id);
  return (
    <Page
      title="Before you send from Robinhood"
      stop="choose"
      lead={<p>Robinhood does a few things differently. It helps to know them before you pay for a guide.</p>}
      narrow
    >
      <Card raised as="section" aria-label="What’s different at Robinhood" className="grid gap-6">
        <Bridge from={from} to={to} progress={0} />
        <dl className="grid gap-4">
          {special.map(({ title, text }) => (
            <div key={title}>
              <dt className="text-lg font-semibold">{title}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="text-sm text-ink-2">
          <p>
            This comes from <OutsideLink href={source}>Robinhood’s own help page</OutsideLink>.
          </p>
          <LastChecked date={lastChecked} />
        </div>
        <Buttons>
          <Button onClick={() => dispatch('bridge-crossed')}>Got it, continue</Button>
          <Button variant="quiet" onClick={() => dispatch('path-rejected')}>
            Choose a different exchange
          </Button>
        </Buttons>
      </Card>
    </Page>
  );
}
