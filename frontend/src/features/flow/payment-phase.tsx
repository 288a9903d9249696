import type { FormEvent } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { OneAtATime } from '../../domain/order/one-at-a-time.tsx';
import { OrderCard, OrderErrors } from '../../domain/order/order-card.tsx';
import { type Order, useOrder } from '../../domain/order/use-order.ts';
import { orderedInFlow } from '../../domain/transfer/after-paying.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { type PathPhase, pathSteps } from './parts.tsx';

/** Shows the order, or first the open transfer if the customer has one. */
export function PaymentPhase(path: PathPhase) {
  const order = useOrder();
  useAssistantStep(order.error ? 'payment-error' : 'payment', path.from.id, path.to.id);
  return (
    <OneAtATime>
      <Pay {...path} order={order} />
    </OneAtATime>
  );
}

function Pay({ from, to, dispatch, order }: PathPhase & { order: Order }) {
  return (
    <Page title="Check and pay" stop="pay" narrow>
      <StepLine steps={pathSteps} now={2} />
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (order.busy || order.loading || !order.decide()) return;
          order.place({ fromExchange: from.id, toWallet: to.id }, (id) => {
            orderedInFlow.set(true, id);
            dispatch('ordered');
          });
        }}
      >
        <OrderErrors where="flow" order={order} mistakes={[]} attempt="" />
        <Card as="section" aria-label="Your path" className="grid gap-3">
          <Bridge from={from} to={to} progress={0} />
          <p>After you pay, we’ll ask for your address in {to.name}. Then your guide opens.</p>
          <TextButton className="justify-self-start" onClick={() => dispatch('path-rejected')}>
            Change selection
          </TextButton>
        </Card>
        <OrderCard order={order} />
      </form>
    </Page>
  );
}
