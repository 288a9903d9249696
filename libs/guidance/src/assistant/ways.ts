import { exchangeGuides } from '../guides/exchange-guides.ts';
import type { Entry, Said } from './entry.ts';
import { knowledge, waysToAsk } from './knowledge.ts';

/** A way to ask for an entry, or the answer itself, which holds words that nobody thought to ask with. */
export interface Way {
  id: string;
  entry: Entry;
  text: string;
  isAnswer: boolean;
}

export const ways: readonly Way[] = knowledge.flatMap((entry) => [
  ...waysToAsk(entry).map((text, index) => ({ id: `${entry.id}#${index}`, entry, text, isAnswer: false })),
  { id: `${entry.id}#answer`, entry, text: answerOf(entry), isAnswer: true },
]);

export function textOf(said: Said): string {
  return typeof said === 'string' ? said : said.text;
}

/** The answer as far as it is the same for everybody. */
function answerOf(entry: Entry): string {
  const about = {
    exchange: exchangeGuides[entry.exchange ?? 'other'],
    wallet: null,
    step: 'home' as const,
    sendNow: null,
    product: {
      name: '',
      support: { email: '', hours: '', response: '' },
      manualPayments: [],
      asksModel: false,
      conciergeOffered: true,
    },
  };
  return entry.say(about).map(textOf).join(' ');
}
