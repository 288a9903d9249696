import { createRequire } from 'node:module';

interface RequestQueue {
  pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

// Every connection of kafkajs 2.2.4 looks for waiting requests each millisecond for as long as it lives, by timers set
// into the past, of which Node warns (https://github.com/tulios/kafkajs/issues/1704 and 1751, not fixed in any
// release). Looking is of use only while some wait, and a request that begins to wait starts the looking itself.
const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
  prototype: RequestQueue;
};
const schedule = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function scheduleWhileSomeWait() {
  if (this.pending.length > 0) schedule.call(this);
};
