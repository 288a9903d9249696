import type { Answer } from './answers.ts';
import { pages } from './entry.ts';
import { offersOf } from './knowledge.ts';

/** The answer if the search is overloaded or does not finish. */
export const busyAnswer: Answer = {
  response:
    'I can’t look that up right now. Please ask me again in a minute, or tap one of these questions. This doesn’t affect your XRP or your guide.',
  suggestions: offersOf(['what-we-do', 'tag', 'person']),
  sources: [pages.help],
  choices: [],
};
