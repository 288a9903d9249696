import { useNow } from '../lib/use-now.ts';

/**
 * Shows how long ago `at` was by the device's clock, updated every second.
 * Do not use this component in a live region: a screen reader would read out each update.
 */
export function Ago({ at }: { at: number }) {
  const now = useNow(1_000);
  return <span className="whitespace-nowrap tabular">{formatAgo(Math.max(0, now - at))}</span>;
}

function formatAgo(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 2) return 'just now';
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [Math.floor(seconds / 60), 'minute']
        : [Math.floor(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
