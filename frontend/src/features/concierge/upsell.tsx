import { useQuery } from '@tanstack/react-query';
import { formatCents, prices } from '@xrp-bridge/contracts/prices';
import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { OwnershipUnknown } from '../../domain/concierge/owners-only.tsx';
import type { ConciergeOwnership } from '../../domain/concierge/ownership.ts';
import { EmailField } from '../../domain/email/email-field.tsx';
import { describe, fieldMessage } from '../../lib/api/client.ts';
import { configQuery } from '../../lib/api/config.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { Sides } from '../../ui/sides.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { isOwnedAlready, useHostedCheckout, useOwnTransfer } from './api.ts';
import { ConciergePackage } from './package.tsx';
import { Preview } from './preview.tsx';

const ActivateForm = lazy(async () => ({ default: (await import('./activate-form.tsx')).ActivateForm }));

const emailId = 'concierge-email';

/**
 * Shows the concierge and its price for this customer.
 * The price is that of the concierge alone if the guide is paid, or else that of the bundle.
 */
export function Upsell({ title, ownership }: { title: string; ownership: ConciergeOwnership }) {
  const config = useQuery(configQuery);
  const { transfer, isLoading, unknown, again } = useOwnTransfer();
  const checkout = useHostedCheckout();
  const [email, setEmail] = useState('');
  // Without a transfer, the request contains this key. If the browser has no cookie yet, two quick presses with the
  // same key create only one order.
  const [key] = useState(newKey);
  const [isHere, setHere] = useState(false);
  const isUpgrade = transfer?.access.guide === true;
  const fee = formatCents(isUpgrade ? prices.concierge : prices.bundle);
  const wrongEmail = fieldMessage(checkout.error, 'email');
  const isOwned = isOwnedAlready(checkout.error);
  // The pressed button disappears with the price, so the focus moves.
  const owned = useStepFocus<HTMLDivElement>(isOwned);

  function pay(event?: FormEvent) {
    event?.preventDefault();
    if (checkout.busy) return;
    const address = email.trim();
    checkout.mutate({ ...(transfer ? { transferId: transfer.id } : key), ...(address && { email: address }) });
  }

  if (config.data && !config.data.conciergeOffered) return <NotOffered title={title} ownership={ownership} />;
  if (unknown) return <OwnershipUnknown title={title} error={unknown} again={again} isLoading={isLoading} />;
  return (
    <Page
      title={title}
      lead={
        <p>
          {transfer?.status === 'completed'
            ? 'Your transfer is complete. You don’t need anything else. If you like, you can add the concierge.'
            : 'Get calm notes on what the market did. You don’t need them for your transfer.'}
        </p>
      }
    >
      {ownership.state === 'refunded' && <Refunded guide={ownership.guide} />}
      {!isOwned && <OnAnotherDevice />}
      <Sides
        main={
          <Card as="section" aria-label="What you’re buying" className="grid gap-5">
            {config.isPending || isLoading ? (
              <div role="status" className="grid gap-4">
                <span className="sr-only">Loading the price…</span>
                <Skeleton className="h-10" />
                <Skeleton className="h-64" />
              </div>
            ) : isOwned ? (
              <div ref={owned} tabIndex={-1} className="outline-none">
                <OwnedAlready />
              </div>
            ) : (
              <>
                <WhyNotOpened checkout={checkout} wrongEmail={wrongEmail} />
                <h2 className="flex flex-wrap justify-between gap-x-4 text-xl">
                  {isUpgrade ? 'Concierge' : 'Guide with concierge'} <span className="tabular">${fee}</span>
                </h2>
                <ConciergePackage />
                <p className="text-ink-2">
                  {!isUpgrade && 'It includes a guide for one transfer. '}Pay once, keep it for life.{' '}
                  {refundTerms.concierge}
                </p>
                {isHere && transfer ? (
                  <Suspense fallback={<Skeleton className="h-64" />}>
                    <ActivateForm transferId={transfer.id} onLeave={() => setHere(false)} />
                  </Suspense>
                ) : (
                  <form noValidate onSubmit={pay} className="grid gap-4">
                    <EmailField
                      id={emailId}
                      label="Your email address"
                      optional
                      hint="We’ll use it for your receipt and a link for other devices. We can’t see an email address you type on the payment page."
                      value={email}
                      onChange={setEmail}
                      error={wrongEmail ?? null}
                    />
                    <Button type="submit" wide busy={checkout.busy} busyLabel="Opening the payment page…">
                      Upgrade for ${fee}
                    </Button>
                    <p className="text-sm text-ink-2">
                      You’ll pay on the next page, on our payment provider’s site. Nothing is charged here yet.
                    </p>
                    {isUpgrade && (
                      <TextButton className="justify-self-start" onClick={() => setHere(true)}>
                        Pay on this page instead
                      </TextButton>
                    )}
                  </form>
                )}
              </>
            )}
          </Card>
        }
        side={
          <Preview>
            {!isLoading && config.data && !isHere && !isOwned && (
              <Button variant="soft" busy={checkout.busy} busyLabel="Opening the payment page…" onClick={() => pay()}>
                Unlock full access for ${fee}
              </Button>
            )}
          </Preview>
        }
      />
    </Page>
  );
}

/** Offers a link by e-mail to owners whose browser has no cookie, so that they do not pay again. */
function OwnedAlready() {
  return (
    <Note kind="good" title="You already have the concierge" live>
      <p>Nothing was charged. We can email you a link to open it here.</p>
      <NoteButtons>
        <ButtonLink variant="soft" to={paths.conciergeRegister}>
          Email me a link
        </ButtonLink>
      </NoteButtons>
    </Note>
  );
}

/** Shows why the provider's page did not open. */
function WhyNotOpened({
  checkout: { error, submittedAt },
  wrongEmail,
}: {
  checkout: Pick<ReturnType<typeof useHostedCheckout>, 'error' | 'submittedAt'>;
  wrongEmail: string | undefined;
}) {
  return (
    <ErrorSummary
      title={wrongEmail ? undefined : 'Failed to initialize concierge upgrade. Please try again.'}
      mistakes={wrongEmail ? [{ field: emailId, text: wrongEmail }] : []}
      attempt={submittedAt}
    >
      {error && !wrongEmail && (
        <>
          <p>{describe(error, 'Please check your connection.')}</p>
          <p>Nothing was charged.</p>
        </>
      )}
    </ErrorSummary>
  );
}

function Refunded({ guide }: Pick<ConciergeOwnership, 'guide'>) {
  return (
    <Note title="We’ve refunded your concierge">
      <p>
        You can’t open your concierge anymore. {guide && 'You can still use your guide. '}
        {refundWay.back}
      </p>
    </Note>
  );
}

/** Offers owners a link by e-mail, above all prices, so that they do not pay again. */
function OnAnotherDevice() {
  return (
    <Card
      as="section"
      aria-labelledby="elsewhere"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
    >
      <div>
        <h2 id="elsewhere" className="text-lg">
          Already have the concierge?
        </h2>
        <p className="text-ink-2">We can email you a link to open it here.</p>
      </div>
      <ButtonLink variant="quiet" to={paths.conciergeRegister}>
        Email me a link
      </ButtonLink>
    </Card>
  );
}

function NotOffered({ title, ownership }: { title: string; ownership: ConciergeOwnership }) {
  return (
    <Page title={title} narrow>
      {ownership.state === 'refunded' && <Refunded guide={ownership.guide} />}
      <StateCard
        title="You can’t buy the concierge right now."
        actions={<ButtonLink to={paths.home}>Back to home</ButtonLink>}
      >
        <p>You don’t need it for your transfer. If you already have it, you’ll keep it.</p>
      </StateCard>
      <Buttons>
        <ButtonLink variant="quiet" to={paths.conciergeRegister}>
          My concierge is on another device
        </ButtonLink>
      </Buttons>
    </Page>
  );
}
