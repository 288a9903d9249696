import '../src/ui/theme.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../src/ui/toast.ts';
import { takeBrokenReplies } from './checked-replies.ts';
import { waitForExpectedLines, watchConsole } from './console.ts';
import { network } from './network.ts';
import { endCalls } from './own-calls.ts';
import './page-setup.ts';
import { hardSentencesShown } from './plain-words.ts';

// Test files share a page, so each test resets what an earlier one may have changed.
beforeEach(async () => {
  if (innerWidth !== 768 || innerHeight !== 900) await page.viewport(768, 900);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  localStorage.clear();
  sessionStorage.clear();
  // The chat opens by itself after 30 seconds on a step, but only once. This flag prevents that on a slow machine.
  localStorage.setItem('xrp-bridge:chat-nudged', 'true');
  // Without a stored value, the router would use the scroll positions of earlier tests.
  sessionStorage.setItem('xrp-bridge:scroll', '{}');
  delete document.documentElement.dataset.theme;
});
watchConsole();
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const hard = hardSentencesShown();
  try {
    // Console lines that depend on pending calls must be awaited before `endCalls`, because these calls never settle
    // afterwards.
    await waitForExpectedLines();
  } finally {
    // The application is unmounted before the handlers are reset, because it may still send requests.
    await cleanup();
    // A toast must not reappear in the next test.
    dismissToast();
    endCalls();
    network.resetHandlers();
  }
  expect(takeBrokenReplies()).toEqual([]);
  expect(hard).toEqual([]);
});
