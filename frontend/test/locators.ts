import { expect } from 'vitest';
import { type Locator, type LocatorOptions, page } from 'vitest/browser';

// Locators by accessible role and name.

type Role = Parameters<typeof page.getByRole>[0];
const byRole =
  (role: Role) =>
  (name: string | RegExp): Locator =>
    page.getByRole(role, { name });

export const button = byRole('button');
export const checkbox = byRole('checkbox');
export const dialog = byRole('dialog');
export const heading = byRole('heading');
export const link = byRole('link');
export const radio = byRole('radio');
export const region = byRole('region');
export const tab = byRole('tab');
export const textbox = byRole('textbox');

export const text = (words: string | RegExp, options?: LocatorOptions): Locator => page.getByText(words, options);

/** Waits until every element is visible. A string or regular expression finds an element by its text. */
export async function expectVisible(...each: (string | RegExp | Locator)[]): Promise<void> {
  for (const one of each) {
    await expect.element(typeof one === 'string' || one instanceof RegExp ? text(one) : one).toBeVisible();
  }
}
