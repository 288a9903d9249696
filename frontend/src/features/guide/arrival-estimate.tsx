import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '../../shared/api/transfers.ts';
import { Card } from '../../shared/ui/layout.tsx';
import { Pill } from '../../shared/ui/note.tsx';
import { PickOne } from '../../shared/ui/pick-one.tsx';
import { Skeleton } from '../../shared/ui/state.tsx';
import type { Answers, DestinationCheckState } from './destination-check.ts';

const choices = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
  { id: 'unsure', label: 'Not sure' },
] as const;

/** Three questions, and what they mean for the time that the exchange may hold the withdrawal. */
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
    <Card as="section" aria-labelledby="when" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="when" className="text-xl">
          When will it arrive?
        </h2>
        <p className="text-ink-2">Exchanges sometimes wait before they send. Three answers tell you in advance.</p>
      </div>
      <div className="grid gap-4">
        {questions.map(([question, legend]) => (
          <PickOne
            key={question}
            legend={legend}
            choices={choices}
            chosen={answers[question] === undefined ? 'unsure' : answers[question] ? 'yes' : 'no'}
            onChoose={(id) => answer(question, id === 'unsure' ? undefined : id === 'yes')}
          />
        ))}
      </div>
      <div className="grid gap-4 border-t border-line pt-5">
        {data ? (
          <>
            <p role="status">
              <span className="block text-ink-2">If you send now, expect it</span>
              <b className="text-lg leading-snug">{formatSpan(data.expectedArrival)}</b>
            </p>
            {holds.length > 0 && (
              <ul className="grid gap-3">
                {holds.map(({ code, text }) => (
                  <li key={text} className="grid justify-items-start gap-1 text-sm">
                    <Pill kind={code === 'hold' ? 'warn' : 'plain'}>
                      {code === 'hold' ? 'Applies to you' : 'May apply'}
                    </Pill>
                    {text}
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : error ? (
          <p className="text-ink-2">We cannot work it out just now. Your guide’s last step names the usual waits.</p>
        ) : (
          <Skeleton className="h-14" />
        )}
      </div>
    </Card>
  );
}

/** From the earliest to the latest, in the words of a calendar. */
function formatSpan({ earliest, latest }: { earliest: string; latest: string }): string {
  const [from, to] = [new Date(earliest), new Date(latest)];
  if (from.toDateString() !== to.toDateString()) return `between ${formatMoment(from)} and ${formatMoment(to)}`;
  return `${nearDay(from) ?? formatDay(from)}, between ${formatTime(from)} and ${formatTime(to)}`;
}

/** A day that is further away comes without its time: nobody knows it to the minute. */
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
