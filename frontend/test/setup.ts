import '../src/ui/theme.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../src/ui/toast.ts';
import { takeBrokenReplies } from './checked-replies.ts';
import { announcedLines, watchConsole } from './console.ts';
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
  // The chat opens by itself once, after 30 seconds on a step: how slow this machine is decides no test.
  localStorage.setItem('xrp-bridge:chat-nudged', 'true');
  // No page was scrolled yet: without a record the router goes on with its own, of the tests before.
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
    // An answer that is still on its way reaches nobody once the calls are ended.
    await announcedLines();
  } finally {
    // First the application, which may still ask for something; then what answers it.
    await cleanup();
    // What was said in passing is not said again to the next test.
    dismissToast();
    endCalls();
    network.resetHandlers();
  }
  expect(takeBrokenReplies()).toEqual([]);
  expect(hard).toEqual([]);
});
