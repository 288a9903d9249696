import { findHardSentences } from '@xrp-bridge/contracts/testing/reading-age';

/** What operators read as the specification has it. */
const asQuoted = 'Payment bypassed - instructions now available';

/**
 * The lines on the screen now, in closed rows and for screen readers, that an eleven-year-old cannot read. A toast is
 * announced once more in one line, without the full stop between its title and its text; a row of a table is no
 * sentence.
 */
export function hardSentencesShown(): string[] {
  const folded = [...document.querySelectorAll('details:not([open]) :is(p, dd, li:not(:has(button)))')];
  const lines = document.body.innerText
    .split('\n')
    .filter((line) => !line.startsWith('Notification ') && !line.includes('\t') && line !== asQuoted);
  return findHardSentences([...lines, ...folded.map(({ textContent }) => textContent ?? '')]);
}
