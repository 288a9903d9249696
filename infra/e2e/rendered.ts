import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

// Helpers for pages that the server renders for their owner, per request.

/** Delays the scripts. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Opens a page and expects its content in the HTML.
 * Repeats this, because a server that starts or is busy sends the page without its content.
 */
export async function openRendered(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('#initial-data')).toBeAttached({ timeout: 3_000 });
  }).toPass();
}

/** Marks the rendered heading. The mark is lost if React renders the page anew instead of hydrating it. */
export const mark = (page: Page) => page.evaluate("document.querySelector('h1').dataset.rendered = 'by the server'");
export const expectMarked = (page: Page) =>
  expect(page.locator('h1')).toHaveAttribute('data-rendered', 'by the server');

/** Adds up the layout shifts of every page that is opened from now on. */
export const measureShifts = (page: Page) =>
  page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value;
    }).observe({ type: 'layout-shift', buffered: true });`);

/** Returns the sum of the page's layout shifts, after the next frame. */
export async function shifts(page: Page): Promise<number> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.evaluate<number>('moved');
}

/** Returns the paths that the page requests from now on. Each navigation begins a new list. */
export function recordCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) calls.length = 0;
    calls.push(new URL(request.url()).pathname);
  });
  return calls;
}
