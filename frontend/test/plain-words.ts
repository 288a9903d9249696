import { findHardSentences } from '@xrp-bridge/text/reading-age';

/** Hard sentences that the specification or the design requires word for word. */
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
  'Open the transfer you started on another device?',
];

/**
 * Returns the sentences that an eleven-year-old cannot read, also in closed `details` elements.
 * It skips the copy of a toast for screen readers, which joins title and text without a full stop, and table rows,
 * which are not sentences.
 */
export function hardSentencesShown(): string[] {
  const folded = [
    ...document.querySelectorAll('details:not([open]) :is(p, dd:not(:has(p, button)), li:not(:has(button)))'),
  ];
  const lines = document.body.innerText
    .split('\n')
    .filter((line) => !line.startsWith('Notification ') && !line.includes('\t'))
    .map((line) => wordForWord.reduce((rest, quoted) => rest.replaceAll(quoted, ''), line));
  return findHardSentences([...lines, ...folded.map(({ textContent }) => textContent ?? '')]);
}
