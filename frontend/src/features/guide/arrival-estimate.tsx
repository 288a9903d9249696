import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Pill } from '../../ui/note.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { Answers, DestinationCheckState } from './destination-check.ts';

const choices = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
  { id: 'unsure', label: 'Not sure' },
] as const;

/** The expected arrival, and three questions that predict a hold at the exchange, in a folded row. */
export function ArrivalEstimate({ transfer, check }: { transfer: Transfer; check: DestinationCheckState }) {
  const exchange = exchangeName(transfer.fromExchange);
  const at = transfer.fromExchange === 'other' ? 'at your exchange' : `at ${exchange}`;
  const questions: [keyof Answers, string][] = [
    ['newAddress', `Is this address new ${at}?`],
    ['passwordChanged', 'Did you change your password there this week?'],
    ['recentPurchase', 'Did you buy this XRP by card or bank this week?'],
  ];
  const { answers, answer, data, error, holds } = check;
  return (
    <Fold title="When will it arrive?">
      {data ? (
        <p role="status">
          <span className="block text-ink-2">If you send now, expect it</span>
          <b>{formatSpan(data.expectedArrival)}</b>
        </p>
      ) : error ? (
        <p className="text-ink-2">We cannot work out just now when it will arrive.</p>
      ) : (
        <Skeleton className="h-14" />
      )}
      <p className="text-ink-2">Will your exchange hold it? Three answers tell.</p>
      {questions.map(([question, legend]) => (
        <PickOne
          key={question}
          legend={legend}
          choices={choices}
          chosen={answers[question] === undefined ? 'unsure' : answers[question] ? 'yes' : 'no'}
          onChoose={(id) => answer(question, id === 'unsure' ? undefined : id === 'yes')}
        />
      ))}
      {holds.length > 0 && (
        <ul className="grid gap-3">
          {holds.map(({ code, text }) => (
            <li key={text} className="grid justify-items-start gap-1 text-sm">
              <Pill kind={code === 'hold' ? 'warn' : 'plain'}>{code === 'hold' ? 'Applies to you' : 'May apply'}</Pill>
              {text}
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}

/** Formats a span of time with words such as “tomorrow”. */
function formatSpan({ earliest, latest }: { earliest: string; latest: string }): string {
  const [from, to] = [new Date(earliest), new Date(latest)];
  if (from.toDateString() !== to.toDateString()) return `from ${formatMoment(from)} to ${formatMoment(to)}`;
  return `${nearDay(from) ?? formatDay(from)}, between ${formatTime(from)} and ${formatTime(to)}`;
}

/** Formats a moment. A later day has no time of day, because the estimate is not that precise. */
function formatMoment(date: Date): string {
  const near = nearDay(date);
  return near ? `${formatTime(date)} ${near}` : formatDay(date);
}

function nearDay(date: Date): string | null {
  const today = new Date();
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
  if (date.toDateString() === today.toDateString()) return 'today';
  return date.toDateString() === tomorrow.toDateString() ? 'tomorrow' : null;
}

const formatTime = (date: Date) => date.toLocaleTimeString('en-GB', { timeStyle: 'short' });
const formatDay = (date: Date) => date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
