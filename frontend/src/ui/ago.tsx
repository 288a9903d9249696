import { useNow } from '../lib/use-now.ts';

/** How long ago something was, counting on. `at` is a moment of this device's clock. Keep it out of live regions: it would be read out every second. */
export function Ago({ at }: { at: number }) {
  const now = useNow(1_000);
  return <span className="tabular">{formatAgo(Math.max(0, now - at))}</span>;
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
