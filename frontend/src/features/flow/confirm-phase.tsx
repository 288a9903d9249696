import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { type PathPhase, pathSteps } from './parts.tsx';

export function ConfirmPhase({ from, to, dispatch }: PathPhase) {
  useAssistantStep('transfer-form', from.id, to.id);
  return (
    <Page title="Is this still your path?" stop="choose" narrow>
      <StepLine steps={pathSteps} now={2} />
      <Card raised as="section" aria-label="Your path" className="grid gap-5">
        <Bridge from={from} to={to} progress={0} />
        <p>Heads up: {from.hint}.</p>
        <p>You pay ${formatCents(prices.guide)} once for a guide with all the steps.</p>
        <Buttons>
          <Button onClick={() => dispatch('path-confirmed')}>Yes, show me the steps</Button>
          <Button variant="quiet" onClick={() => dispatch('path-rejected')}>
            No, let me choose again
          </Button>
        </Buttons>
        <TextButton className="justify-self-start" onClick={() => dispatch('help-wanted')}>
          Help me find my way around {exchangeName(from.id)}
        </TextButton>
      </Card>
    </Page>
  );
}
