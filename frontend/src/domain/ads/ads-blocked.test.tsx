import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';

// This file has its own page (`freshPageTests` in vitest.config.ts), because a page fetches a module only once.

const adSlot = '**/domain/ads/ad-slot.tsx*';
beforeAll(() => commands.answerScript(adSlot, null));
afterAll(() => commands.answerScript(adSlot, undefined));

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

/** Opens the page and waits for its last section; `end` returns the position of the footer. */
async function openToItsEnd() {
  const screen = await open('/transfer', api);
  for (const part of ['helper', 'more']) {
    await expect.poll(() => document.getElementById(part)).not.toBeNull();
  }
  return Object.assign(screen, {
    end: () => Math.round(screen.getByRole('contentinfo').element().getBoundingClientRect().top + window.scrollY),
  });
}

test('an ad blocker that blocks the ad module leaves no gap on the page', async () => {
  expectConsole(/ad-slot\.tsx/);
  // A page whose ad was closed reserves no space for an ad, so this page is the reference.
  sessionStorage.setItem('xrp-bridge:ads-closed', '["banner"]');
  const without = await openToItsEnd();
  const end = without.end();
  await without.unmount();
  sessionStorage.clear();
  const blocked = await openToItsEnd();
  await expect.poll(blocked.end).toBe(end);
  expect(page.getByRole('group', { name: 'Ad' }).elements()).toEqual([]);
  expect(api.called('GET', '/api/ads')).toEqual([]);
  await expectAccessible();
});
