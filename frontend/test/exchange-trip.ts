import { vi } from 'vitest';
import { storageName } from '../src/lib/storage.ts';

/** The time at which every trip to an exchange begins. */
export const now = Date.parse('2026-11-20T10:00:00Z');

/** Stops the date, and opens no link to an exchange. For `beforeEach`: returns the function that ends it. */
export function stayHere(): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const stay = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a[target=_blank]')) event.preventDefault();
  };
  document.addEventListener('click', stay);
  return () => document.removeEventListener('click', stay);
}

export function kept(key: string): unknown {
  const text = localStorage.getItem(storageName(key));
  return text && JSON.parse(text);
}

/** The person leaves this tab, or turns to it. */
export function turn(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}
