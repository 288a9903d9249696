import type { Answer } from './answers.ts';
import { pages } from './entry.ts';
import { offersOf } from './knowledge.ts';

/** The answer if the search is overloaded or does not finish. */
export const busyAnswer: Answer = {
  response:
    'I cannot look that up at this moment. Please ask me again in a minute, or tap one of these questions. Your XRP and your guide are not affected.',
  suggestions: offersOf(['what-we-do', 'tag', 'person']),
  sources: [pages.help],
  choices: [],
};
