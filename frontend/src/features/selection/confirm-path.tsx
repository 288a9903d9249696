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

/**
 * Shows the chosen exchange and wallet, the address and the payment.
 * If the customer has an open transfer, shows it first.
 */
export function ConfirmPath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, changeSelection } = selection;
  const order = useOrder();
  // `HomePage` and `TransferPage` also report 'transfer-form' while they show this component. The step is reported here
  // too, so that 'payment-error' can replace it when the order fails.
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
    <Page title="Confirm your transfer path" stop="pay" narrow>
      <div className="max-sm:-my-5.5">
        <StepLine steps={['Exchange', 'Wallet', 'Payment']} now={2} />
      </div>
      <form
        className="grid gap-2.5 sm:gap-6"
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
        {/* On a phone the card has no border and no padding, so that the button is higher on the page. */}
        <Card
          as="section"
          aria-label="Your path"
          className="grid gap-3 max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
        >
          <div className="max-sm:hidden">
            <Bridge from={from} to={to} progress={0} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p className="font-semibold sm:hidden">
              {from.name} to {to.name}
            </p>
            <TextButton onClick={onChange}>Change selection</TextButton>
          </div>
        </Card>
        <OrderCard order={order}>
          <YourAddress destination={destination} wallet={to} refusal={order.error} onClear={order.reset} />
        </OrderCard>
        <p className="text-ink-2">Heads up: {from.hint}.</p>
      </form>
      <QuantumHelp />
    </Page>
  );
}

/**
 * Shows the address field, collapsed at first.
 * Customers without an address enter it later, in the guide.
 */
function YourAddress({
  destination,
  wallet,
  refusal,
  onClear,
}: {
  destination: ReturnType<typeof useDestination>;
  wallet: Wallet;
  /** The server's error about the order. */
  refusal: unknown;
  /** Removes the server's error. */
  onClear: () => void;
}) {
  const [open, setOpen] = useState(destination.draft.address !== '');
  function fold() {
    setOpen(false);
    destination.clear('address');
    onClear();
  }
  return (
    <div className="grid gap-2 border-y border-line" id="destination">
      {open ? (
        <div className="grid gap-2 py-2">
          <AddressField
            destination={destination}
            walletName={wallet.name}
            serverErrors={destination.serverErrors(refusal)}
          />
          <div className="flex flex-wrap gap-x-6">
            <TextButton onClick={fold}>I’ll add it in the guide</TextButton>
            <TextLink to={paths.walletGuide(wallet.id)} className="inline-flex min-h-11 items-center">
              Find my address in {wallet.name}
            </TextLink>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p>
            Your address: <span>I’ll add it in the guide</span>
          </p>
          <TextButton aria-expanded={false} onClick={() => setOpen(true)}>
            Add my address now
          </TextButton>
        </div>
      )}
    </div>
  );
}
