import { attempt, inThisTab, onThisDevice, storedKey } from './storage.ts';

/** Keys that `startOver` does not delete: transfers, purchases and settings of the page. */
const retainedKeys = [
  'open-transfer',
  'last-transfer',
  'sent-address',
  'begun-here',
  // `resumed` marks a transfer that was opened by a link. Without the mark, its address would be shown before the
  // customer has compared it with the wallet.
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
  'operator_lists',
  'operator_shortcuts',
];

/**
 * Deletes all input of the flow to a transfer, whichever screen stored it.
 * Started transfers stay, with the values that are needed to continue them.
 */
export function startOver(): void {
  for (const area of [onThisDevice, inThisTab]) attempt(() => forgetFlow(area()));
  // Browsers send `storage` events only to other tabs. This event has no key, as after `clear()`, so the subscribers in
  // this tab read all values again.
  dispatchEvent(new StorageEvent('storage'));
}

function forgetFlow(area: Storage): void {
  for (const name of Object.keys(area)) {
    // The key of a value that belongs to one transfer ends with `:` and the transfer's id.
    const key = storedKey(name)?.split(':')[0];
    if (key !== undefined && !retainedKeys.includes(key)) area.removeItem(name);
  }
}
