import { exchangeGuides } from '../guides/exchange-guides.ts';
import type { Entry, Statement } from './entry.ts';
import { knowledge, wordingsOf } from './knowledge.ts';

/** One wording of an entry's question, or the entry's answer, which adds words to search. */
export interface Wording {
  id: string;
  entry: Entry;
  text: string;
  isAnswer: boolean;
}

export const wordings: readonly Wording[] = knowledge.flatMap((entry) => [
  ...wordingsOf(entry).map((text, index) => ({ id: `${entry.id}#${index}`, entry, text, isAnswer: false })),
  { id: `${entry.id}#answer`, entry, text: answerOf(entry), isAnswer: true },
]);

export function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}

/** Returns the answer for a customer without wallet, amount or transfer. */
function answerOf(entry: Entry): string {
  const about = {
    exchange: exchangeGuides[entry.exchange ?? 'other'],
    wallet: null,
    step: 'home' as const,
    sendNow: null,
    transfer: null,
    product: {
      name: '',
      support: { email: '', hours: '', response: '' },
      manualPayments: [],
      usesModel: false,
      conciergeOffered: true,
    },
  };
  return entry.answer(about).map(textOf).join(' ');
}
