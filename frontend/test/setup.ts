import '../src/ui/theme.css';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../src/ui/toast.ts';
import { takeBrokenReplies } from './checked-replies.ts';
import { announcedLines, watchConsole } from './console.ts';
import { network } from './network.ts';
import { endCalls, ownCalls } from './own-calls.ts';
import { hardSentencesShown } from './plain-words.ts';

// As index.html has it.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

// No call gives up by itself: neither because this machine is slow, nor in the middle of a later test, which would then
// have to answer for what the page says of it.
AbortSignal.timeout = () => new AbortController().signal;

watchConsole();
// Answered within the page: a service worker is ended by the browser, without a word, when one of its calls stays
// unanswered for five minutes, as some do here. It takes the streams, too, once they are asked for by fetch.
await network.enable();
Object.assign(window, { EventSource });
ownCalls();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The chat opens by itself once, after 30 seconds on a step: how slow this machine is decides no test.
  localStorage.setItem('xrp-bridge:chat-nudged', 'true');
  // No page was scrolled yet: without a record the router goes on with its own, of the tests before.
  sessionStorage.setItem('xrp-bridge:scroll', '{}');
  delete document.documentElement.dataset.theme;
});
afterEach(async () => {
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
