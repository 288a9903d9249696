import { readableXrp } from '@xrp-bridge/contracts/drops';
import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useDestination } from '../../domain/destination/use-destination.ts';
import { OrderCard, OrderErrors } from '../../domain/order/order-card.tsx';
import { useOrder } from '../../domain/order/use-order.ts';
import { Address } from '../../ui/address.tsx';
import { Bridge } from '../../ui/bridge.tsx';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Card } from '../../ui/layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { BackButton } from './parts.tsx';
import type { WizardState } from './use-wizard.ts';

/** Shows step 5: a summary, and the payment. */
export function SummaryStep({ wizard, from, to }: { wizard: WizardState; from: Exchange; to: Wallet }) {
  const { draft, dispatch, goTo } = wizard;
  const order = useOrder();
  const destination = useDestination({ address: draft.xrpAddress, amount: draft.amount });
  const { value, errors, settled } = destination;

  // A stored draft may be outdated, or changed by other software, so the wizard requests invalid answers again.
  const dismiss = useEffectEvent(() => {
    const lost = [
      ...(errors.amount || !destination.draft.amount ? (['amount'] as const) : []),
      ...(errors.address || !destination.draft.address ? (['xrpAddress'] as const) : []),
    ];
    dispatch(...lost.map((field) => ({ type: 'typed', field, text: '', validation: 'invalid' }) as const));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result of the check
  useEffect(() => {
    if (settled) dismiss();
  }, [settled, value]);

  const mistakes = destination.mistakes(order.error).map(({ text }) => ({ text }));
  const failed = order.error !== null || order.missing || mistakes.length > 0;

  async function pay() {
    const target = await destination.validate({ addressRequired: true, amountRequired: true });
    if (order.decide() && target) order.place({ fromExchange: from.id, toWallet: to.id, ...target }, wizard.finish);
  }
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!order.busy && !order.loading) void pay();
      }}
    >
      {/* The fields are on other steps. The rows below the errors link to them. */}
      <OrderErrors where="flow" order={order} mistakes={mistakes} attempt={destination.insisted} />
      {/* The praise is hidden while there is an error. */}
      {!failed && (
        <Note kind="good" title="Crushing it">
          <p>That was the last question. Check your answers, then pay.</p>
        </Note>
      )}
      <Card as="section" aria-label="Your transfer" className="grid gap-5">
        <Bridge from={from} to={to} progress={0} />
        <dl className="@container grid">
          <Answer name="From" onChange={() => goTo(1)}>
            {from.name}
          </Answer>
          <Answer name="To" onChange={() => goTo(1)}>
            {to.name}
          </Answer>
          <Answer name="Amount" onChange={() => goTo(4)}>
            {value?.sourceAmount
              ? readableXrp(value.sourceAmount)
              : (errors.amount ?? <Skeleton className="h-6 w-24" />)}
          </Answer>
          <Answer name="Address" onChange={() => goTo(3)} below>
            {value?.destinationAddress ? (
              <Address value={value.destinationAddress} />
            ) : (
              (errors.address ?? <Skeleton className="h-24" />)
            )}
          </Answer>
          {value?.destinationTag && (
            <Answer name="Destination tag" onChange={() => goTo(3)}>
              {value.destinationTag}
            </Answer>
          )}
        </dl>
        <p>Heads up: {from.hint}.</p>
      </Card>
      <OrderCard order={order} />
      <BackButton onBack={wizard.back} />
    </form>
  );
}

/** Shows an answer with a link to change it. */
function Answer({
  name,
  onChange,
  below,
  children,
}: {
  name: string;
  onChange: () => void;
  /** True if the value is below its name, because it is too wide to be beside the name. */
  below?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 last:border-0 @max-tight:grid-cols-1">
      <dt className="text-ink-2">{name}</dt>
      <dd className={cx('@max-tight:row-start-3', !below && 'row-span-2')}>
        <TextButton onClick={onChange}>
          Change<span className="sr-only"> {name.toLowerCase()}</span>
        </TextButton>
      </dd>
      <dd className={below ? 'col-span-full' : 'font-semibold wrap-anywhere'}>{children}</dd>
    </div>
  );
}
