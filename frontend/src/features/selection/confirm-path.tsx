import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import { formatCents, prices, type ServiceFee } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { describe } from '../../shared/api/client.ts';
import { AddressField } from '../../shared/destination/destination-fields.tsx';
import { type DestinationDraft, useDestination } from '../../shared/destination/use-destination.ts';
import { paths } from '../../shared/paths.ts';
import { defineStored, fieldsOf, inThisTab } from '../../shared/storage.ts';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { ChoiceGroup } from '../../shared/ui/choice-group.tsx';
import { Card, Page } from '../../shared/ui/layout.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { StepLine } from '../../shared/ui/steps.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useCreateTransfer } from './api.ts';
import type { useSelection } from './state.ts';

const offers: { fee: ServiceFee; title: string; points: string[] }[] = [
  {
    fee: '4.00',
    title: `Guide $${formatCents(prices.guide)}`,
    points: [
      'Steps for your exchange and your wallet',
      'Your address checked on the ledger',
      'Word when your XRP arrives',
      refundTerms.guide,
    ],
  },
  {
    fee: '17.76',
    title: `Guide with concierge $${formatCents(prices.bundle)}`,
    points: ['Everything in the guide', 'Market notes and deviation alerts', 'One payment, lifetime access'],
  },
];

/** Only what was checked is kept, and no longer than the tab: never a half-typed address, never a secret. */
const checkedDestination = defineStored<Partial<DestinationDraft>>('destination', parseDraft, {}, inThisTab);

function parseDraft(value: unknown): DestinationDraft | undefined {
  const { address, tag, amount } = fieldsOf(value);
  return typeof address === 'string' && typeof tag === 'string' && typeof amount === 'string'
    ? { address, tag, amount }
    : undefined;
}

/** The pair once more, what it costs, and the way to pay. */
export function ConfirmPath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, changeSelection } = selection;
  const navigate = useNavigate();
  const [fee, setFee] = useState<ServiceFee | null>(null);
  const [missing, setMissing] = useState(false);
  const firstOffer = useRef<HTMLInputElement>(null);
  const destination = useDestination(checkedDestination.get());
  const { draft, value } = destination;
  useEffect(() => {
    if (value) checkedDestination.set(draft);
  }, [draft, value]);
  const create = useCreateTransfer();
  if (!from || !to) return null;
  const exchange = exchangeName(from.id);
  const fieldErrors = destination.serverErrors(create.error);

  async function pay() {
    if (!from || !to) return;
    if (!fee) {
      setMissing(true);
      firstOffer.current?.focus();
      return;
    }
    const target = await destination.validate();
    if (!target) return;
    create.mutate(
      { fromExchange: from.id, toWallet: to.id, serviceFee: fee, ...target },
      {
        onSuccess: ({ id }) => {
          checkedDestination.forget();
          void navigate(paths.checkout(id));
        },
        onError: (error) =>
          toast({
            title: 'Transfer creation failed',
            description: describe(error, 'Please try again'),
            variant: 'destructive',
          }),
      },
    );
  }

  return (
    <Page
      title="Check and pay"
      lead={
        <p>
          From {exchange} to {to.name}. Is this still right?
        </p>
      }
      narrow
    >
      <StepLine steps={['Exchange', 'Wallet', 'Payment']} now={2} />
      <form
        className="grid gap-8"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!create.isPending) void pay();
        }}
      >
        <Card as="section" aria-label="Your path" className="grid gap-5">
          <Bridge from={from} to={to} progress={0.3} />
          <Note kind="info" title={`Good to know about ${exchange}`}>
            <p>{from.hint}. Your guide has the details.</p>
          </Note>
          <TextButton className="justify-self-start" onClick={changeSelection}>
            Change selection
          </TextButton>
        </Card>
        <Card as="section" id="destination" aria-label="Where it should go" className="grid gap-5">
          <div className="grid gap-1">
            <h2 className="text-xl">Where should your XRP go?</h2>
            <p className="text-ink-2">You can fill this in now, or after paying.</p>
          </div>
          <AddressField destination={destination} walletName={to.name} optional serverErrors={fieldErrors} />
        </Card>
        <Card as="section" aria-label="What you buy" className="grid gap-6">
          <ChoiceGroup
            legend={<h2 className="text-xl">What would you like?</h2>}
            columns
            firstRef={firstOffer}
            chosen={fee}
            onChoose={(id) => {
              setFee(id);
              setMissing(false);
            }}
            error={missing ? 'Please choose one of the two.' : null}
            choices={offers.map((offer) => ({
              id: offer.fee,
              title: <span className="text-lg">{offer.title}</span>,
              text: (
                <span className="mt-2 grid gap-1.5">
                  {offer.points.map((point) => (
                    <span key={point} className="grid grid-cols-[1.25rem_1fr] gap-2">
                      <Check aria-hidden className="mt-0.5 size-5 text-water" />
                      {point}
                    </span>
                  ))}
                </span>
              ),
            }))}
          />
          {/* The toast goes after a few seconds; this stays for whoever reads slowly. */}
          {create.isError && (
            <Note kind="bad" title="The payment page could not be opened">
              <p>
                {Object.values(fieldErrors).some(Boolean)
                  ? 'Please look at the field above that is marked in red.'
                  : describe(create.error, 'Please check your connection and try again.')}
              </p>
              <p>Nothing was charged, and what you entered is still here.</p>
            </Note>
          )}
          <Button type="submit" wide busy={create.isPending} busyLabel="Preparing your payment…">
            {fee ? `Pay $${fee} to Continue` : 'Choose one to continue'}
          </Button>
          <p className="text-sm text-ink-2">
            You pay on the next page, by card, Apple Pay or Google Pay. Guide: {refundTerms.guide} Concierge:{' '}
            {refundTerms.concierge}
          </p>
        </Card>
      </form>
    </Page>
  );
}
