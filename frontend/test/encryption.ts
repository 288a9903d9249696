import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { minimumMs } from '../src/features/encryption/make-kit.ts';
import type { FakeApi } from './fake-api.ts';
import { button, heading, textbox } from './locators.ts';
import { open } from './open.tsx';

// Helpers that walk through the steps of the encryption page.

export const path = '/concierge/encryption';
export const one = () => textbox('One fragment');
export const another = () => textbox('Another fragment');

/** Returns the fragments that the page shows. */
export function fragmentsShown(): string[] {
  const items = page.getByRole('listitem', { name: /^Fragment \d of 3$/ }).elements();
  return items.map((item) => item.querySelector('p')?.textContent?.trim() ?? '');
}

/** Opens the page and creates an encryption key. Returns the key's fragments. */
export async function openFragments(api: FakeApi): Promise<string[]> {
  await open(path, api);
  await expect.element(button('Make my key')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button('Make my key').click();
  await expect
    .poll(() => {
      vi.advanceTimersByTime(minimumMs);
      return heading('Write down your three fragments').query() === document.activeElement;
    })
    .toBe(true);
  vi.useRealTimers();
  return fragmentsShown();
}

/** Creates an encryption key and continues to the trial of its fragments. Returns the fragments. */
export async function openTrial(api: FakeApi): Promise<string[]> {
  const fragments = await openFragments(api);
  await button('I’ve written them down').click();
  await expect.element(heading('Now test your fragments')).toHaveFocus();
  return fragments;
}

export async function type(first: string, second: string): Promise<void> {
  await one().fill(first);
  await another().fill(second);
  await button('Bring my key back').click();
}
