import { exchangeName } from '@xrp-bridge/contracts/exchanges';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Pill } from '../../ui/note.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import type { Answers, DestinationCheckState } from './destination-check.ts';

const choices = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
  { id: 'unsure', label: 'Not sure' },
] as const;

/**
 * Asks, in a collapsed row, three questions that help to predict a hold at the exchange.
 * The answers change the expected time.
 */
export function ArrivalEstimate({ transfer, check }: { transfer: Transfer; check: DestinationCheckState }) {
  const exchange = exchangeName(transfer.fromExchange);
  const at = transfer.fromExchange === 'other' ? 'at your exchange' : `at ${exchange}`;
  const questions: [keyof Answers, string][] = [
    ['newAddress', `Is this address new ${at}?`],
    ['passwordChanged', `Did you change your password ${at} this week?`],
    ['recentPurchase', 'Did you buy this XRP with a card or bank account this week?'],
  ];
  const { answers, answer, holds } = check;
  return (
    <Fold title="When will my XRP arrive?">
      <p className="text-ink-2">Will your exchange make you wait? Answer three questions to find out.</p>
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
              <Pill kind={code === 'hold' ? 'warn' : 'plain'}>
                {code === 'hold' ? 'Applies to you' : 'May apply to you'}
              </Pill>
              {text}
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
