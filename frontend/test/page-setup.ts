import { EventSource } from 'eventsource';
import { network } from './network.ts';
import { isolateCalls } from './own-calls.ts';

// Runs once in each page. Test files that share a page run setup.ts again, but not its imports.

// The same tag as in index.html.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

// Disables timeouts of calls: a slow machine must not fail a test, and the timeout of an earlier test's call must not
// write to the console during a later test.
AbortSignal.timeout = () => new AbortController().signal;

// Handles requests in the page and not in a service worker: the browser terminates a service worker without an error
// when one of its calls is pending for five minutes, as some are here. The `eventsource` package opens event streams
// by `fetch`, so that they are handled in the page as well.
await network.enable();
Object.assign(window, { EventSource });
isolateCalls();
