import { Pill } from '../ui/note.tsx';
import type { SourceAge } from './api.ts';

/** A time as people say it, in the time zone of this device. */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** When each source was last heard, and which of them is too old to be taken for news. */
export function SourceAges({ sources }: { sources: readonly SourceAge[] }) {
  return (
    <ul aria-label="Where the figures come from" className="grid gap-1.5 text-sm text-ink-2">
      {sources.map(({ name, at, stale }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold text-ink">{name}</span>
          {at ? <span>last heard {formatTime(at)}</span> : <span>not heard yet</span>}
          {stale && <Pill kind="warn">Old</Pill>}
        </li>
      ))}
    </ul>
  );
}
