import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
/** Long enough for one pause not to count as load, short enough to see within a moment that the load has ended. */
const windowMs = 250;

/**
 * Measures by how much the event loop of this process is late.
 * @param histogram the time between two turns of a timer of `resolutionMs`, in nanoseconds
 * @param now a monotonic clock, in milliseconds
 * @returns a function that reads the mean delay, in milliseconds, of the last window that is over
 */
export function observeLoopDelay(histogram: Histogram = startHistogram(), now = () => performance.now()): () => number {
  let delayMs = 0;
  let readAt = now();
  return () => {
    const at = now();
    if (at - readAt >= windowMs && histogram.count > 0) {
      delayMs = Math.max(0, histogram.mean / 1e6 - resolutionMs);
      histogram.reset();
      readAt = at;
    }
    return delayMs;
  };
}

function startHistogram(): Histogram {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return histogram;
}
