import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { choiceIds, missingTexts } from '../../domain/path/path-form.tsx';
import { WaitingTransfer } from '../../domain/transfer/waiting-transfer.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { ChoosePath } from './choose-path.tsx';
import { ConfirmPath } from './confirm-path.tsx';
import { HelperPlace, MoreToKnow } from './home-page.tsx';
import { useSelection } from './state.ts';

/**
 * Shows the choice of exchange and wallet on a separate page.
 * Offers a quick form to customers who need no explanations.
 */
export function TransferPage({ helper }: { helper: ReactNode }) {
  const selection = useSelection();
  const [quick, setQuick] = useState(false);
  const { from, to, confirming } = selection;
  useAssistantStep(confirming ? 'transfer-form' : from ? 'wallet-selection' : 'exchange-selection', from?.id, to?.id);
  if (confirming) return <ConfirmPath selection={selection} />;
  return (
    <>
      <WaitingTransfer />
      <Page
        title="Your transfer path"
        stop="choose"
        heading={`Your guided transfer, for a fixed $${formatCents(prices.guide)}`}
        lead={
          <p>Guidance from A to B. Not financial advice. You send from your own account; we never touch your XRP.</p>
        }
      >
        <HelperPlace>{helper}</HelperPlace>
        <div className="grid gap-6">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Button
              className="max-sm:w-full"
              onClick={() => {
                document.getElementById('choose')?.scrollIntoView();
                document.getElementById(choiceIds.from)?.focus({ preventScroll: true });
              }}
            >
              Start transfer below
            </Button>
            <TextButton aria-expanded={quick} aria-controls="quick" onClick={() => setQuick(!quick)}>
              Quick transfer
            </TextButton>
            <TextLink to={paths.signals} className="inline-flex min-h-11 items-center">
              Signal dashboard
            </TextLink>
          </div>
          <div id="quick">{quick && <QuickTransfer selection={selection} />}</div>
          <StepLine steps={['Exchange', 'Wallet', 'Payment']} now={from ? 1 : 0} />
        </div>
        <ChoosePath selection={selection} flow="transfer" everyWallet />
        <Suspense>
          <MoreToKnow ad />
        </Suspense>
      </Page>
    </>
  );
}

/** Shows two selects and a button, for customers who need no explanations. */
function QuickTransfer({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const [missing, setMissing] = useState<readonly ('from' | 'to')[]>([]);
  const [attempts, setAttempts] = useState(0);
  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const from = exchanges.find(({ id }) => id === form.get('from'));
    const to = wallets.find(({ id }) => id === form.get('to'));
    if (from && to) return selection.confirm({ from: from.id, to: to.id });
    setMissing([...(from ? [] : (['from'] as const)), ...(to ? [] : (['to'] as const))]);
    setAttempts(attempts + 1);
  }
  const field = (side: 'from' | 'to') => ({
    id: `quick-${side}`,
    name: side,
    error: missing.includes(side) ? missingTexts[side] : null,
    defaultValue: selection[side]?.id ?? '',
  });
  return (
    <Card as="section" aria-label="Quick transfer" className="animate-rise">
      <form noValidate onSubmit={goOn} className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto]">
        <div className="empty:hidden md:col-span-full">
          <ErrorSummary
            mistakes={missing.map((side) => ({ field: `quick-${side}`, text: missingTexts[side] }))}
            attempt={attempts}
          />
        </div>
        <SelectField label="From" {...field('from')}>
          <option value="" disabled>
            Choose your exchange
          </option>
          {exchanges.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="To" {...field('to')}>
          <option value="" disabled>
            Choose your wallet
          </option>
          {wallets.map(({ id, name, formerName }) => (
            <option key={id} value={id}>
              {formerName ? `${name} (formerly ${formerName})` : name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="soft">
          Continue to payment
        </Button>
      </form>
    </Card>
  );
}
