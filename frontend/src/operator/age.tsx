import { relativeTime } from '../lib/ages.ts';
import { formatTime } from '../lib/times.ts';
import { useNow } from '../lib/use-now.ts';

/** Shows how long ago a time was, such as "3 hours ago". The tooltip shows the exact time. */
export function Age({ at, never = 'never' }: { at: string | null | undefined; never?: string }) {
  const now = useNow(60_000);
  if (!at) return <span className="text-ink-2">{never}</span>;
  return (
    <time dateTime={at} title={formatTime(at)} className="whitespace-nowrap">
      {relativeTime(at, now)}
    </time>
  );
}
