import { useQuery } from '@tanstack/react-query';
import type { ServiceFee } from '@xrp-bridge/contracts/prices';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { describe } from '../../shared/api/client.ts';
import { configQuery } from '../../shared/api/config.ts';
import { AddressField } from '../../shared/destination/destination-fields.tsx';
import { useDestination } from '../../shared/destination/use-destination.ts';
import { paths } from '../../shared/paths.ts';
import { defineStored, fieldsOf, inThisTab } from '../../shared/storage.ts';
import { type OpenTransfer, useOpenTransfer } from '../../shared/transfer/open-transfer.ts';
import { pathOf, placeOf } from '../../shared/transfer/waiting-transfer.tsx';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { Button, ButtonLink, TextButton } from '../../shared/ui/button.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Card, Page } from '../../shared/ui/layout.tsx';
import { StateCard } from '../../shared/ui/state.tsx';
import { StepLine } from '../../shared/ui/steps.tsx';
import { useCreateTransfer } from './api.ts';
import { firstOfferId, guide, Offers } from './offers.tsx';
import type { PathSelection, useSelection } from './state.ts';

/** Only what was checked is kept, and no longer than the tab: never a half-typed address, never a secret. */
const checkedDestination = defineStored<{ address?: string }>('destination', parseChecked, {}, inThisTab);

function parseChecked(value: unknown): { address: string } | undefined {
  const { address } = fieldsOf(value);
  return typeof address === 'string' ? { address } : undefined;
}

/** The pair once more, the address and the way to pay; before that, the transfer that waits already, if there is one. */
export function ConfirmPath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, changeSelection } = selection;
  const waiting = useOpenTransfer();
  const [another, setAnother] = useState(false);
  if (!from || !to) return null;
  if (waiting && !another) return <AlreadyWaiting transfer={waiting} onAnother={() => setAnother(true)} />;
  return <CheckAndPay from={from} to={to} onChange={changeSelection} />;
}

function AlreadyWaiting({ transfer, onAnother }: { transfer: OpenTransfer; onAnother: () => void }) {
  return (
    <Page title="You already have a transfer that waits" narrow>
      <StateCard
        title={pathOf(transfer)}
        actions={
          <>
            <ButtonLink to={placeOf(transfer)}>Continue it</ButtonLink>
            <Button variant="quiet" onClick={onAnother}>
              Start another
            </Button>
          </>
        }
      >
        <p>
          {transfer.paid
            ? 'It is paid, and its guide is open. A new transfer costs a new fee.'
            : 'It is not paid yet. You can pay for it now.'}
        </p>
      </StateCard>
    </Page>
  );
}

function CheckAndPay({
  from,
  to,
  onChange,
}: {
  from: NonNullable<PathSelection['from']>;
  to: NonNullable<PathSelection['to']>;
  onChange: () => void;
}) {
  const navigate = useNavigate();
  const config = useQuery(configQuery);
  const choice = config.data?.conciergeOffered ?? false;
  const [chosen, setChosen] = useState<ServiceFee | null>(null);
  const [undecided, setUndecided] = useState(0);
  const destination = useDestination(checkedDestination.get());
  const { draft, value } = destination;
  useEffect(() => {
    if (value) checkedDestination.set({ address: draft.address });
  }, [draft, value]);
  const create = useCreateTransfer();
  const fee = choice ? chosen : guide.fee;
  const mistakes = destination.mistakes(create.error);
  if (undecided > 0 && !fee) mistakes.push({ field: firstOfferId, text: 'Please choose one of the two.' });

  async function pay() {
    const target = await destination.validate();
    if (!fee) setUndecided(undecided + 1);
    if (!target || !fee) return;
    create.mutate(
      { fromExchange: from.id, toWallet: to.id, serviceFee: fee, ...target },
      {
        onSuccess: ({ id }) => {
          checkedDestination.forget();
          void navigate(paths.checkout(id));
        },
      },
    );
  }

  return (
    <Page title="Check and pay" narrow>
      <StepLine steps={['Exchange', 'Wallet', 'Payment']} now={2} />
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!create.isPending && !config.isPending) void pay();
        }}
      >
        <ErrorSummary
          title={create.isError && mistakes.length === 0 ? 'The payment page could not be opened' : undefined}
          mistakes={mistakes}
          attempt={`${destination.insisted} ${undecided}`}
        >
          {create.isError && (
            <>
              {mistakes.length === 0 && <p>{describe(create.error, 'Please check your connection and try again.')}</p>}
              <p>Nothing was charged, and what you entered is still here.</p>
            </>
          )}
        </ErrorSummary>
        <Card as="section" aria-label="Your path" className="grid gap-3">
          <Bridge from={from} to={to} progress={0} />
          <p>Good to know: {from.hint}.</p>
          <TextButton className="justify-self-start" onClick={onChange}>
            Change selection
          </TextButton>
        </Card>
        <YourAddress destination={destination} walletName={to.name} refusal={create.error} onClear={create.reset} />
        <Card as="section" aria-label="What you buy" className="grid gap-5">
          <Offers
            choice={choice}
            loading={config.isPending}
            chosen={chosen}
            onChoose={setChosen}
            undecided={undecided > 0 && !fee}
          />
          <Button type="submit" wide busy={create.isPending} busyLabel="Preparing your payment…">
            {fee ? `Pay $${fee}` : 'Choose one to continue'}
          </Button>
          <p className="text-sm text-ink-2">You pay on the next page, by card, Apple Pay or Google Pay.</p>
        </Card>
      </form>
    </Page>
  );
}

/** The one thing to enter here; whoever does not have it gets it with the guide. */
function YourAddress({
  destination,
  walletName,
  refusal,
  onClear,
}: {
  destination: ReturnType<typeof useDestination>;
  walletName: string;
  /** What the server found wrong. */
  refusal: unknown;
  /** What was wrong is of no more concern. */
  onClear: () => void;
}) {
  const [later, setLater] = useState(false);
  return (
    <Card as="section" id="destination" aria-labelledby="your-address" className="grid gap-3">
      <h2 id="your-address" className="text-xl">
        Your address
      </h2>
      {later ? (
        <p role="status">That is fine. Your guide shows you where to find it in {walletName}.</p>
      ) : (
        <AddressField
          destination={destination}
          walletName={walletName}
          serverErrors={destination.serverErrors(refusal)}
        />
      )}
      <TextButton
        className="justify-self-start"
        onClick={() => {
          setLater(!later);
          destination.clear('address');
          onClear();
        }}
      >
        {later ? 'I have it now' : 'I don’t have it yet'}
      </TextButton>
    </Card>
  );
}
