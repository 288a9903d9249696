import type { Answer } from './answers.ts';
import { pages } from './entry.ts';
import { offersOf } from './knowledge.ts';

/** What is said where no answer can be worked out: too many ask at once, or the search does not come to an end. */
export const busyAnswer: Answer = {
  response:
    'I cannot look that up at this moment. Please ask me again in a minute, or tap one of these questions. Your XRP and your guide are not affected.',
  suggestions: offersOf(['what-we-do', 'tag', 'person']),
  sources: [pages.help],
  choices: [],
};
