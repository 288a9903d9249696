import { useQuery } from '@tanstack/react-query';
import type { TransactionOutcome } from '@xrp-bridge/contracts/ledger';
import { RefreshCw } from 'lucide-react';
import { type Ref, useState } from 'react';
import { SecretStopped } from '../../domain/destination/secret-stopped.tsx';
import { describe, fieldMessage, queryOf, type Reply } from '../../lib/api/client.ts';
import { useSecretGuard } from '../../lib/use-secret-guard.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Skeleton } from '../../ui/state.tsx';

type Check = Reply<'GET /api/transaction-check'>;

const kinds: Record<TransactionOutcome, 'good' | 'warn' | 'bad' | 'info'> = {
  delivered: 'good',
  partial: 'warn',
  other_recipient: 'bad',
  not_xrp: 'warn',
  other_transaction: 'info',
  failed: 'bad',
  pending: 'info',
  not_found: 'warn',
  unknown: 'warn',
};

const hashField = 'transaction-hash';

/** Shows a field for a transaction hash, and for a given hash the outcome and the next action. */
export function TransactionDecoder({ ref, transferId }: { ref: Ref<HTMLInputElement>; transferId: string }) {
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const guard = useSecretGuard('transaction_hash');
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf('GET /api/transaction-check', { query: { hash: submitted ?? '', transferId } }),
    enabled: submitted !== null,
    // A pending transaction is decided within seconds, so it is requested again at the time that the server's response
    // contains.
    refetchInterval: ({ state: { data } }) =>
      data?.outcome === 'pending' && data.lookAgainAt
        ? Math.max(1_000, Date.parse(data.lookAgainAt) - Date.parse(data.checkedAt))
        : false,
  });
  const wrong = missing ? 'Paste the transaction hash from your withdrawal’s details.' : fieldMessage(error, 'hash');

  function change(next: string) {
    setText(guard.pass(next));
    setSubmitted(null);
    setMissing(false);
  }
  function look() {
    setAttempts(attempts + 1);
    const hash = text.trim();
    if (!hash) return setMissing(true);
    if (hash === submitted) void refetch();
    else setSubmitted(hash);
  }

  return (
    <>
      <p className="text-ink-2">
        Your exchange shows a transaction hash in the details of the withdrawal. Paste it here. We’ll look it up on the
        XRP network and tell you in plain words what happened.
      </p>
      {guard.stopped && (
        <SecretStopped wanted="We need the transaction hash. It’s 64 letters and numbers, and it’s safe to share." />
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFetching) look();
        }}
      >
        <ErrorSummary mistakes={wrong ? [{ field: hashField, text: wrong }] : []} attempt={attempts} />
        <Field
          ref={ref}
          id={hashField}
          label="Transaction hash"
          mono
          value={text}
          onChange={(event) => change(event.target.value)}
          error={wrong}
          hint="64 letters and numbers, or a link to the transaction."
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <Button
          type="submit"
          variant="soft"
          className="justify-self-start"
          busy={isFetching}
          busyLabel="Looking it up…"
        >
          Look up my payment
        </Button>
      </form>
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {submitted === null ? null : error && !wrong && !isFetching ? (
          <Note kind="warn" title="We couldn’t look up your transaction right now">
            <p>{describe(error, 'Please check your connection and try again.')}</p>
          </Note>
        ) : data ? (
          <Explanation check={data} busy={isFetching} onAgain={refetch} />
        ) : (
          isFetching && <Skeleton className="h-40" />
        )}
      </div>
    </>
  );
}

function Explanation({ check, busy, onAgain }: { check: Check; busy: boolean; onAgain: () => void }) {
  return (
    <>
      <Note kind={kinds[check.outcome]} title={check.title}>
        <p>{check.text}</p>
        {check.deliveredXrp && (
          <p>
            Delivered: <b className="tabular">{check.deliveredXrp} XRP</b>
          </p>
        )}
        {check.lookAgainAt && (
          <NoteButtons>
            <Button variant="quiet" busy={busy} busyLabel="Looking it up…" onClick={onAgain}>
              <RefreshCw aria-hidden className="size-5" />
              Check again
            </Button>
          </NoteButtons>
        )}
      </Note>
      {check.next.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-lg">What to do now</h3>
          <ol className="grid list-decimal gap-2 pl-6 marker:font-bold marker:text-water">
            {check.next.map((step) => (
              <li key={step} className="pl-1.5">
                {step}
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-6 text-sm text-ink-2">
        {check.code && <span>Technical code: {check.code}</span>}
        {check.links.map(({ label, url }) => (
          <OutsideLink key={url} href={url} className="inline-flex min-h-11 items-center">
            See this transaction on {label}
          </OutsideLink>
        ))}
      </p>
    </>
  );
}
