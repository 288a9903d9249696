import { createRequire } from 'node:module';

interface RequestQueue {
  pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

// In kafkajs 2.2.4, every connection checks for waiting requests each millisecond for as long as it lives. The timers
// of this check have negative delays, which Node warns about (https://github.com/tulios/kafkajs/issues/1704 and 1751,
// not fixed in any release). The check is needed only while requests wait, and a request that begins to wait starts the
// check.
const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
  prototype: RequestQueue;
};
const schedule = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function scheduleWhileSomeWait() {
  if (this.pending.length > 0) schedule.call(this);
};
