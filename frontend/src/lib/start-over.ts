import { attempt, inThisTab, onThisDevice, storedKey } from './storage.ts';

/** Keys that `startOver` does not delete: transfers, purchases and settings of the page. */
const retainedKeys = [
  'open-transfer',
  'last-transfer',
  'sent-address',
  'begun-here',
  // Without it, a transfer opened by a link would show its address without the comparison.
  'resumed',
  'step',
  'answers',
  'arrivals-seen',
  'sent',
  'push',
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
 * Deletes all input of the flow to a transfer, whichever screen stored it.
 * Transfers that were begun stay, with the values that lead back to them.
 */
export function startOver(): void {
  for (const area of [onThisDevice, inThisTab]) attempt(() => forgetFlow(area()));
  // The event that other tabs receive after `clear()`: subscribers in this tab read their values again.
  dispatchEvent(new StorageEvent('storage'));
}

function forgetFlow(area: Storage): void {
  for (const name of Object.keys(area)) {
    // The key of a transfer's own value is followed by `:` and the transfer's id.
    const key = storedKey(name)?.split(':')[0];
    if (key !== undefined && !retainedKeys.includes(key)) area.removeItem(name);
  }
}
