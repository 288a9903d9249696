import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const checkEveryMs = 5_000;
/** Minimum time between two collections, because each one stops the process for 100 to 400 ms. */
const leastGapMs = 60_000;
/**
 * Maximum share of the time since the last check in which the event loop was busy.
 * The product's polls take some 5 %.
 */
const mostBusy = 0.2;
/** Minimum size of the heap above the live objects. The young generation of a busy process has 48 MB. */
const leastGarbage = 40 * 1024 * 1024;

interface Heap {
  usedBytes: number;
  committedBytes: number;
}

/**
 * Creates the check that collects garbage while the process is idle.
 * V8 collects only when the program allocates memory, so the memory of a load would stay until the next load.
 * @param system.collect runs a full collection
 * @returns the check, which returns true if it collected
 */
export function createIdleCollector(system: {
  now(): number;
  /** Returns the share of the time since the last call in which the event loop was busy. */
  readBusyShare(): number;
  readHeap(): Heap;
  collect(): void;
}): () => boolean {
  let liveBytes = 0;
  let collectedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const busy = system.readBusyShare();
    if (busy > mostBusy || system.now() - collectedAt < leastGapMs) return false;
    if (system.readHeap().committedBytes - liveBytes < leastGarbage) return false;
    system.collect();
    liveBytes = system.readHeap().usedBytes;
    collectedAt = system.now();
    return true;
  };
}

/** Collects garbage whenever the process is idle and its heap has grown. */
export function startIdleCollection(): void {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const check = createIdleCollector({
    now: () => performance.now(),
    readBusyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    readHeap: readHeapOfProcess,
    collect: exposeCollection(),
  });
  setInterval(check, checkEveryMs).unref();
}

function readHeapOfProcess(): Heap {
  const { used_heap_size, total_heap_size } = getHeapStatistics();
  return { usedBytes: used_heap_size, committedBytes: total_heap_size };
}

/**
 * Returns V8's full collection, without an option at the start of the process.
 * A regular full collection leaves the emptied pages in V8's pool, from which an idle process may never release them.
 */
export function exposeCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
