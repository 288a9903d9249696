import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { type Wallet, wallets } from '@xrp-bridge/contracts/wallets';
import type { ReactNode } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { OneAtATime } from '../../domain/order/one-at-a-time.tsx';
import { startOver } from '../../lib/start-over.ts';
import { TextButton } from '../../ui/button.tsx';
import { Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { AddressStep, AmountStep } from './answer-steps.tsx';
import { PathStep } from './path-step.tsx';
import { ReceiveStep } from './receive-step.tsx';
import { SummaryStep } from './summary-step.tsx';
import { useWizard } from './use-wizard.ts';
import { lastStep, type Step } from './wizard.ts';

/**
 * Shows the wizard from exchange to payment, one question at a time.
 * If the customer has an open transfer, shows it first.
 */
export function WizardPage() {
  return (
    <OneAtATime>
      <Wizard />
    </OneAtATime>
  );
}

function Wizard() {
  const wizard = useWizard();
  const { step, draft, round } = wizard;
  const from = exchanges.find(({ id }) => id === draft.exchange) ?? null;
  const to = wallets.find(({ id }) => id === draft.wallet) ?? null;
  useAssistantStep(assistantSteps[step], from?.id, to?.id);

  const screens: Record<Step, ReactNode> = {
    1: <PathStep wizard={wizard} path={{ from, to }} />,
    2: to && <ReceiveStep wizard={wizard} wallet={to} />,
    3: from && to && <AddressStep wizard={wizard} from={from} wallet={to} />,
    4: <AmountStep wizard={wizard} />,
    5: from && to && <SummaryStep wizard={wizard} from={from} to={to} />,
  };
  const { heading, praise } = headingOf(step, to);
  return (
    <>
      {/* The region is rendered even without text, because screen readers read only changes of an existing region. */}
      <p role="status" className="sr-only">
        {praise}
      </p>
      <Page
        key={`${step} ${round}`}
        title={`Step ${step} of ${lastStep}: ${heading}`}
        heading={
          <>
            <span className="sr-only">
              Step {step} of {lastStep}:{' '}
            </span>
            {heading}
          </>
        }
        stop={step === lastStep ? 'pay' : 'choose'}
        narrow
      >
        <StepLine steps={stepNames} now={step - 1} />
        {screens[step]}
        {step > 1 && (
          <TextButton className="justify-self-start" onClick={startOver}>
            Start over
          </TextButton>
        )}
      </Page>
    </>
  );
}

const stepNames = ['Path', 'Wallet', 'Address', 'Amount', 'Pay'] as const;

const assistantSteps: Record<Step, string> = {
  1: 'exchange-selection',
  2: 'wallet-setup-guidance',
  3: 'wallet-setup-guidance',
  4: 'transfer-form',
  5: 'transfer-form',
};

/** Returns the heading of a step, and the praise for the previous step (spec 1 §5). */
function headingOf(step: Step, wallet: Wallet | null): { heading: string; praise?: string } {
  switch (step) {
    case 1:
      return { heading: 'Choose your exchange and your wallet' };
    case 2:
      return { heading: `Find your address in ${wallet?.name}` };
    case 3:
      return { heading: 'Paste your XRP address', praise: 'You got it!' };
    case 4:
      return { heading: 'How much XRP do you want to move?' };
    case 5:
      return { heading: 'Is everything right?', praise: 'Crushing it' };
  }
}
