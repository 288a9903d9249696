import type { Verdict } from '@xrp-bridge/contracts/ledger';
import { CircleCheck, RefreshCw } from 'lucide-react';
import { describe } from '../../lib/api/client.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { DestinationCheckState } from './destination-check.ts';

const words: Record<Verdict, { kind: 'good' | 'warn' | 'bad'; title?: string; spoken: string }> = {
  ok: { kind: 'good', spoken: 'We checked your address on the XRP network. Everything looks good.' },
  new: { kind: 'good', spoken: 'We checked your address on the XRP network. It’s valid and new.' },
  tag_required: { kind: 'bad', title: 'Stop: this address needs a destination tag', spoken: '' },
  exchange: { kind: 'bad', title: 'Stop: this looks like an exchange’s address', spoken: '' },
  blocked: { kind: 'bad', title: 'Stop: this address can’t receive your XRP', spoken: '' },
  invalid: { kind: 'bad', title: 'Stop: this isn’t an XRP address', spoken: '' },
  unknown: { kind: 'warn', title: 'Please wait before you send', spoken: '' },
};

/** Shows the ledger's verdict on the address, with reasons and actions. */
export function DestinationVerdict({
  check,
  brief,
  onEdit,
}: {
  check: DestinationCheckState;
  /** Hides the reasons of a good verdict, because the customer has already seen them. */
  brief?: boolean;
  onEdit: () => void;
}) {
  const { data, error, checking, checkAgain, stopped, reasons } = check;
  const again = (
    <Button variant="quiet" busy={checking} busyLabel="Checking…" onClick={checkAgain}>
      <RefreshCw aria-hidden className="size-5" />
      Check again
    </Button>
  );
  if (error && !checking) {
    return (
      <Note kind="warn" title="We couldn’t check your address right now" live>
        <p>{describe(error, 'Please check your connection.')} Then check your address again before you send.</p>
        <NoteButtons>{again}</NoteButtons>
      </Note>
    );
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Checking your address on the XRP network…</span>
        <Skeleton className={brief ? 'h-[1lh] max-sm:h-[2lh]' : 'h-32'} />
      </div>
    );
  }
  const { kind, title, spoken } = words[data.verdict];
  const quiet = brief && kind === 'good';
  const when =
    check.checkedAt === null ? (
      'Checking on the XRP network…'
    ) : (
      <>
        Checked on the XRP network <Ago at={check.checkedAt} />
      </>
    );
  return (
    <div>
      {/* This text for screen readers is read out once. The visible note counts the seconds, which must not be read
          out. */}
      <p role={stopped ? 'alert' : 'status'} className="sr-only">
        {title ? `${title}.` : spoken}
      </p>
      {quiet ? (
        <p className="flex gap-2 text-good">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          {/* On a phone the text may take two lines. */}
          <span className="max-sm:min-h-[2lh]">{when}</span>
        </p>
      ) : (
        <Note kind={kind} title={title ?? when}>
          {reasons.map(({ code, text }) => (
            <p key={code}>{text}</p>
          ))}
          {title && data.verdict !== 'unknown' && <p className="text-ink-2">{when}</p>}
          {title && (
            <NoteButtons>
              {stopped && <Button onClick={onEdit}>Change address or tag</Button>}
              {again}
            </NoteButtons>
          )}
        </Note>
      )}
    </div>
  );
}
