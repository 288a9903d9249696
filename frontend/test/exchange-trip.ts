import { vi } from 'vitest';
import { storageName } from '../src/lib/storage.ts';

/** The time at which every trip to an exchange begins, in milliseconds since the epoch. */
export const now = Date.parse('2026-11-20T10:00:00Z');

/** Freezes the date and blocks links to new tabs. Returns the clean-up function for `beforeEach`. */
export function freezeTrip(): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const stay = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a[target=_blank]')) event.preventDefault();
  };
  document.addEventListener('click', stay);
  return () => document.removeEventListener('click', stay);
}

export function storedValue(key: string): unknown {
  const text = localStorage.getItem(storageName(key));
  return text && JSON.parse(text);
}

/** Simulates leaving this tab (`hidden`) or returning to it (`visible`). */
export function setVisibility(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}
