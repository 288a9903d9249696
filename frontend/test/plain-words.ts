import { findHardSentences } from '@xrp-bridge/text/reading-age';

/** What the specification or the design has word for word, though it is not easy to read. */
const wordForWord = [
  'Card payment is temporarily unavailable',
  'Explore advanced wallet protection',
  'Failed to initialize concierge upgrade',
  'Stable tokens',
  'deviation alerts',
  'Unable to load transfer details',
  'Data updated every 4 hours. Tracking adoption vs. market lag.',
  'Unable to load market data',
  'Payment bypassed - instructions now available',
  'Open the transfer that you began on another device?',
];

/**
 * The lines on the screen now, in closed rows and for screen readers, that an eleven-year-old cannot read. A toast is
 * announced once more in one line, without the full stop between its title and its text; a row of a table is no
 * sentence.
 */
export function hardSentencesShown(): string[] {
  const folded = [...document.querySelectorAll('details:not([open]) :is(p, dd, li:not(:has(button)))')];
  const lines = document.body.innerText
    .split('\n')
    .filter((line) => !line.startsWith('Notification ') && !line.includes('\t'))
    .map((line) => wordForWord.reduce((rest, quoted) => rest.replaceAll(quoted, ''), line));
  return findHardSentences([...lines, ...folded.map(({ textContent }) => textContent ?? '')]);
}
