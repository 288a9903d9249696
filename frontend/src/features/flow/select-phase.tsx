import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { PathForm } from '../../domain/path/path-form.tsx';
import { WaitingTransfer } from '../../domain/transfer/waiting-transfer.tsx';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { pathSteps } from './parts.tsx';
import type { useFlow } from './use-flow.ts';

// Spec 1 §2.5 offers only the most common exchanges and wallets. A link leads to the full list.
const offered = ['binance', 'coinbase', 'kraken', 'robinhood', 'trust', 'xumm', 'ledger', 'exodus'];
const isOffered = ({ id }: { id: string }) => offered.includes(id);

export function SelectPhase({ flow }: { flow: ReturnType<typeof useFlow> }) {
  const { from, to, choose, dispatch } = flow;
  useAssistantStep(from ? 'wallet-selection' : 'exchange-selection', from?.id, to?.id);
  return (
    <>
      <WaitingTransfer />
      <Page
        title="Your guided transfer"
        stop="choose"
        heading="From your exchange to your own wallet."
        lead={
          <p>
            We’ll go through each step together, one at a time. We never touch your XRP.{' '}
            <b className="text-ink">Pay ${formatCents(prices.guide)} once.</b>
          </p>
        }
      >
        <StepLine steps={pathSteps} now={from ? 1 : 0} />
        <PathForm
          path={{ from, to }}
          onChoose={choose}
          onDone={(change) => dispatch('path-chosen', change)}
          exchanges={{ listed: exchanges.filter(isOffered), below: <NotHere what="exchange" /> }}
          wallets={{ listed: wallets.filter(isOffered), below: <NotHere what="wallet" /> }}
        />
      </Page>
    </>
  );
}

/** Links to the page with all options. */
function NotHere({ what }: { what: 'exchange' | 'wallet' }) {
  return (
    <div>
      <TextLink to={paths.transfer} className="inline-flex min-h-11 items-center">
        My {what} isn’t listed
      </TextLink>
    </div>
  );
}
