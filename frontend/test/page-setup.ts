import { EventSource } from 'eventsource';
import { network } from './network.ts';
import { isolateCalls } from './own-calls.ts';

// This file runs once in each page. Test files that share a page run setup.ts again, but not the modules that setup.ts
// imports.

// index.html has the same tag.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

// Calls have no timeouts in tests: a slow machine must not fail a test, and the timeout of an earlier test's call must
// not write to the console during a later test.
AbortSignal.timeout = () => new AbortController().signal;

// Requests are handled in the page, not in a service worker: the browser terminates a service worker without an error
// when a call has been pending for five minutes, and some tests leave calls pending. The `eventsource` package opens event streams
// by `fetch`, so that they are handled in the page as well.
await network.enable();
Object.assign(window, { EventSource });
isolateCalls();
