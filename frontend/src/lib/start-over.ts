import { attempt, inThisTab, onThisDevice, storedKey } from './storage.ts';

/** What is no part of a flow: the transfers that were begun, what is owned, and how the person has set this page up. */
const kept = [
  'open-transfer',
  'last-transfer',
  'sent-address',
  'begun-here',
  // Else a stranger's transfer would show its address without a comparison.
  'resumed',
  'step',
  'answers',
  'arrivals-seen',
  'begun-payment',
  'ordered-in-flow',
  'concierge',
  'portfolio',
  'theme',
  'voiceOn',
  'chat-nudged',
  'helper-closed',
  'signals-toured',
  'ads-closed',
];

/**
 * Forgets everything that was chosen, typed and said on the way to a transfer, whichever screen keeps it and whether
 * that screen was loaded or not. A transfer that was begun stays, and what a screen needs to lead back to it.
 */
export function startOver(): void {
  for (const area of [onThisDevice, inThisTab]) attempt(() => forgetFlow(area()));
  // What browsers tell other tabs after clear(): whoever shows a stored value here reads it again, too.
  dispatchEvent(new StorageEvent('storage'));
}

function forgetFlow(area: Storage): void {
  for (const name of Object.keys(area)) {
    // A value of one transfer has that transfer's id behind it.
    const key = storedKey(name)?.split(':')[0];
    if (key !== undefined && !kept.includes(key)) area.removeItem(name);
  }
}
