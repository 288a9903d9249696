import { EventSource } from 'eventsource';
import { network } from './network.ts';
import { ownCalls } from './own-calls.ts';

// Runs once in each page: test files that share a page run setup.ts again, and not what it imports.

// As index.html has it.
document.head.insertAdjacentHTML('beforeend', '<meta name="application-name" content="XRP Bridge">');

// No call gives up by itself: neither because this machine is slow, nor in the middle of a later test, which would then
// have to answer for what the page says of it.
AbortSignal.timeout = () => new AbortController().signal;

// Answered within the page: a service worker is ended by the browser, without a word, when one of its calls stays
// unanswered for five minutes, as some do here. It takes the streams, too, once they are asked for by fetch.
await network.enable();
Object.assign(window, { EventSource });
ownCalls();
