import { QueryClientProvider } from '@tanstack/react-query';
import axe from 'axe-core';
import type { RequestHandler } from 'msw';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { routes } from '../src/app/routes.tsx';
import { createQueryClient } from '../src/lib/api/client.ts';
import type { FakeApi } from './fake-api.ts';
import { network } from './network.ts';
import { hardSentencesShown } from './plain-words.ts';

/** Opens the application at a path with the test's fake API. `handlers` override the API's handlers. */
export async function open(path: string, api: FakeApi, ...handlers: RequestHandler[]) {
  network.use(...handlers, ...api.handlers());
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const client = createQueryClient();
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return Object.assign(screen, {
    /** Returns the address of each API call whose response is in memory. */
    cached: () =>
      client
        .getQueryCache()
        .findAll({ predicate: ({ state }) => state.data != null })
        .map(({ queryKey }) => String(queryKey[0])),
    /** Returns the results of all mutations that are in memory. */
    results: () =>
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.data),
    /** Returns the router's current path and query. */
    path: () => router.state.location.pathname + router.state.location.search,
    state: (): unknown => router.state.location.state,
    go: (to: string) => router.navigate(to),
    /** Goes back in the history, like the browser's button. */
    back: () => router.navigate(-1),
  });
}

/** Opens the guide of the fake API's transfer at a step (1 to 5). */
export async function openGuideAt(step: number, api: FakeApi, ...handlers: RequestHandler[]) {
  localStorage.setItem(`xrp-bridge:step:${api.transfer.id}`, String(step - 1));
  const screen = await open(`/transfer/${api.transfer.id}`, api, ...handlers);
  await expect.element(page.getByRole('heading', { name: new RegExp(`^Step ${step} of 5`) })).toBeVisible();
  return screen;
}

/** Renders one part of a screen with the test's fake API. */
export function openPart(part: ReactNode, api: FakeApi, ...handlers: RequestHandler[]) {
  network.use(...handlers, ...api.handlers());
  return render(
    <main>
      <h1>Your transfer</h1>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </main>,
  );
}

/**
 * Chooses an exchange, then a wallet.
 * Waits until the exchange is checked, because only then does the wallet's choice continue to the next screen.
 */
export async function choosePath(
  screen: Awaited<ReturnType<typeof open>>,
  exchange: string,
  wallet: string,
): Promise<void> {
  await screen.getByText(exchange).click();
  await expect.element(screen.getByRole('radio', { name: new RegExp(exchange) })).toBeChecked();
  await screen.getByText(wallet).click();
}

/** Mocks the media query `prefers-reduced-motion` as not matching. Other media queries work as before. */
export function allowMotion(): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: false } as MediaQueryList) : matchMedia(query),
  );
}

/** Enters an operator's reason in the open dialog and clicks the named button. */
export async function giveReason(does: string | RegExp, reason = 'Ada asked for it'): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill(reason);
  await dialog.getByRole('button', { name: does }).click();
}

/**
 * Expects the focus on an element that contains `words`, other than the body.
 * Polls, because the focus moves shortly after the words are rendered.
 */
export async function expectFocusAround(words: Locator): Promise<void> {
  const { body } = document;
  await expect
    .poll(() => document.activeElement !== body && document.activeElement?.contains(words.element()))
    .toBe(true);
}

/** Expects a form's error summary in the viewport, with the focus, and above the form's first field. */
export async function expectSummaryAbove(first: Locator): Promise<void> {
  const summary = page.getByRole('alert');
  await expect.element(summary.getByRole('heading')).toBeInViewport();
  await expectFocusAround(summary);
  const [end, begin] = [summary, first].map((one) => one.element().getBoundingClientRect());
  expect(end?.bottom).toBeLessThanOrEqual(begin?.top ?? 0);
}

// The themes differ only in colors, so only the rules about colors run in both.
const axeOptions: Record<'light' | 'dark', axe.RunOptions> = {
  light: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/**
 * Expects easy sentences, no small text, and no violation of the rules in `axeOptions`.
 * Colors are checked in both themes.
 */
export async function expectAccessible(): Promise<void> {
  expect(hardSentencesShown()).toEqual([]);
  expect(findSmallText()).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset.theme = theme;
    // Colors fade when the theme changes, so they are checked after the transitions end.
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
    const { violations } = await axe.run(document.body, axeOptions[theme]);
    const found = violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.html).join('\n')}`);
    expect(found).toEqual([]);
  }
  delete document.documentElement.dataset.theme;
}

/** Returns visible text smaller than 16 px, except text inside drawings (SVG). */
function findSmallText(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    if (!element?.checkVisibility({ visibilityProperty: true }) || !textContent?.trim()) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 16 && !element.closest('script, style, svg')) found.push(`${size} px: ${textContent}`);
  }
  return found;
}
