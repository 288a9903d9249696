import { staleAfterMs } from '@xrp-bridge/contracts/source-age';
import { relativeTime } from '../../lib/ages.ts';
import { useNow } from '../../lib/use-now.ts';
import { Pill } from '../../ui/note.tsx';
import type { SourceAge } from './api.ts';

/**
 * Shows the age of each source, with a warning for an old one.
 * The age grows while the page stays open, even if newer data cannot be fetched.
 */
export function SourceAges({ sources }: { sources: readonly SourceAge[] }) {
  const now = useNow(60_000);
  return (
    <ul
      aria-label="Where the data comes from"
      className="grid gap-x-8 gap-y-2 text-sm text-ink-2 md:grid-cols-2 lg:grid-cols-3"
    >
      {sources.map(({ name, at, stale }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold text-ink">{name}</span>
          <span>{at ? `updated ${relativeTime(at, now)}` : 'no data yet'}</span>
          {(stale || (at && now - Date.parse(at) > staleAfterMs)) && <Pill kind="warn">Old</Pill>}
        </li>
      ))}
    </ul>
  );
}
