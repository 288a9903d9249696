import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { type FormEvent, useEffect, useState } from 'react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { checkedDestination } from '../../domain/destination/checked-destination.ts';
import { AddressField } from '../../domain/destination/destination-fields.tsx';
import { useDestination } from '../../domain/destination/use-destination.ts';
import { OneAtATime } from '../../domain/order/one-at-a-time.tsx';
import { OrderCard, OrderErrors } from '../../domain/order/order-card.tsx';
import { type Order, useOrder } from '../../domain/order/use-order.ts';
import { QuantumHelp } from '../../domain/quantum/quantum-help.tsx';
import { paths } from '../../lib/paths.ts';
import { Bridge } from '../../ui/bridge.tsx';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';

import type { useSelection } from './state.ts';

/** The chosen pair, the address and the payment; first an open transfer, if there is one. */
export function ConfirmPath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, changeSelection } = selection;
  const order = useOrder();
  // The page reports the same step, except for an error of the order.
  useAssistantStep(order.error ? 'payment-error' : 'transfer-form', from?.id, to?.id);
  if (!from || !to) return null;
  return (
    <OneAtATime>
      <CheckAndPay from={from} to={to} order={order} onChange={changeSelection} />
    </OneAtATime>
  );
}

function CheckAndPay({
  from,
  to,
  order,
  onChange,
}: {
  from: Exchange;
  to: Wallet;
  order: Order;
  onChange: () => void;
}) {
  const destination = useDestination(checkedDestination.get());
  const { draft, value, settled } = destination;
  useEffect(() => {
    if (settled && value) checkedDestination.set({ address: draft.address });
  }, [draft, value, settled]);

  async function pay() {
    const target = await destination.validate();
    if (!order.decide() || !target) return;
    order.place({ fromExchange: from.id, toWallet: to.id, ...target }, () => checkedDestination.forget());
  }

  return (
    <Page title="Confirm your transfer path" narrow>
      <StepLine steps={['Exchange', 'Wallet', 'Payment']} now={2} />
      <form
        className="grid gap-4 sm:gap-6"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!order.busy && !order.loading) void pay();
        }}
      >
        <OrderErrors
          where="transferPage"
          order={order}
          mistakes={destination.mistakes(order.error)}
          attempt={destination.insisted}
        />
        <Card as="section" aria-label="Your path" className="grid gap-1 sm:gap-3">
          {/* On a phone as text: less content above the button. */}
          <div className="max-sm:hidden">
            <Bridge from={from} to={to} progress={0} />
          </div>
          <p className="font-semibold sm:hidden">
            {from.name} to {to.name}
          </p>
          <p>Good to know: {from.hint}.</p>
          <TextButton className="justify-self-start" onClick={onChange}>
            Change selection
          </TextButton>
        </Card>
        <YourAddress destination={destination} wallet={to} refusal={order.error} onClear={order.reset} />
        <OrderCard order={order} />
      </form>
      <QuantumHelp />
    </Page>
  );
}

/** The address field. Customers can skip it, because the guide shows where to find the address. */
function YourAddress({
  destination,
  wallet,
  refusal,
  onClear,
}: {
  destination: ReturnType<typeof useDestination>;
  wallet: Wallet;
  /** The server's error. */
  refusal: unknown;
  /** Clears the error. */
  onClear: () => void;
}) {
  const [later, setLater] = useState(false);
  return (
    <Card as="section" id="destination" aria-labelledby="your-address" className="grid gap-2 sm:gap-3">
      {/* The field's label has the same text. */}
      <h2 id="your-address" className={later ? 'text-xl' : 'sr-only'}>
        Your address
      </h2>
      {later ? (
        <p role="status">That is fine. Your guide shows you where to find it in {wallet.name}.</p>
      ) : (
        <AddressField
          destination={destination}
          walletName={wallet.name}
          serverErrors={destination.serverErrors(refusal)}
        />
      )}
      <div className="flex flex-wrap gap-x-6">
        {later && (
          <TextLink to={paths.walletGuide(wallet.id)} className="inline-flex min-h-11 items-center">
            How to find my address in {wallet.name}
          </TextLink>
        )}
        <TextButton
          onClick={() => {
            setLater(!later);
            destination.clear('address');
            onClear();
          }}
        >
          {later ? 'I have it now' : 'I don’t have it yet'}
        </TextButton>
      </div>
    </Card>
  );
}
