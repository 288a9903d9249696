import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { CircleCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { OfferDetails, Offers } from '../../domain/order/offers.tsx';
import { OrderErrors } from '../../domain/order/order-card.tsx';
import { useOrder } from '../../domain/order/use-order.ts';
import { useOpenTransfer } from '../../domain/transfer/open-transfer.ts';
import { nextAction, pathOf, placeOf } from '../../domain/transfer/waiting-transfer.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';

/**
 * Shows the price and the payment, once exchange and wallet are chosen.
 * The button here is secondary, because the page has its own primary button.
 */
export function PaymentStage({ from, to }: { from: Exchange; to: Wallet }) {
  const waiting = useOpenTransfer();
  return (
    <>
      <Row>
        <Pill kind="good">
          <CircleCheck aria-hidden className="size-5" /> Exchange: {from.name}
        </Pill>
        <Pill kind="good">
          <CircleCheck aria-hidden className="size-5" /> Wallet: {to.name}
        </Pill>
      </Row>
      {waiting ? (
        <>
          <p>
            Your last transfer isn’t done yet: {pathOf(waiting)}. {nextAction(waiting)}
          </p>
          <ButtonLink variant="soft" to={placeOf(waiting)} className="justify-self-start">
            Finish that transfer
          </ButtonLink>
        </>
      ) : (
        <Order from={from} to={to} />
      )}
    </>
  );
}

function Order({ from, to }: { from: Exchange; to: Wallet }) {
  const order = useOrder();

  function goOn(event: FormEvent) {
    event.preventDefault();
    if (order.busy || order.loading) return;
    if (order.decide()) order.place({ fromExchange: from.id, toWallet: to.id });
  }

  return (
    <form noValidate onSubmit={goOn} className="grid gap-5">
      <OrderErrors where="helper" order={order} mistakes={[]} attempt="" />
      <Offers order={order} />
      <Button
        type="submit"
        variant="soft"
        className="justify-self-start"
        busy={order.busy}
        busyLabel="Preparing your payment…"
      >
        {order.isPaid ? 'Use my paid guide' : `Continue to secure checkout${order.fee ? `: $${order.fee}` : ''}`}
      </Button>
      {!order.isPaid && <OfferDetails choice={order.choice} />}
    </form>
  );
}
