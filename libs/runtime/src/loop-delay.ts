import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
/**
 * The window is long enough to ignore a single pause, and short enough to notice soon that a load has
 * ended.
 */
const windowMs = 250;

/**
 * Measures the event-loop delay of this process.
 * @param histogram of the time between two runs of a timer of `resolutionMs`, in nanoseconds
 * @returns a function that returns the mean delay of the last full window, in milliseconds
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
