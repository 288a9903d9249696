import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
/** Long enough for one pause not to count as load, short enough to see within a moment that the load has ended. */
const windowMs = 250;

/**
 * Measures by how much the event loop of this process is late.
 * @returns a function that reads the mean delay, in milliseconds, of the last window that is over
 */
export function observeLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  let readAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - readAt >= windowMs && histogram.count > 0) {
      delayMs = Math.max(0, histogram.mean / 1e6 - resolutionMs);
      histogram.reset();
      readAt = now;
    }
    return delayMs;
  };
}
