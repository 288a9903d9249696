import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../lib/times.ts';
import { Card } from '../../ui/layout.tsx';
import { Note, NoteButtons, Pill } from '../../ui/note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { hotMeterQuery } from './api.ts';
import { HotTable, SampleTable } from './hot-table.tsx';
import { HowScored } from './how-scored.tsx';
import { SourceAges } from './source-ages.tsx';

/** Shows coins with more activity than usual and an unchanged price, with the parts of each score. */
export function HotMeter() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(hotMeterQuery);
  const live = data && data.coins.length > 0 ? data : null;
  return (
    <Card as="section" aria-labelledby="hot-meter" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="hot-meter" className="text-xl">
          Hot meter: underhyped coins with real progress
        </h2>
        {live?.updatedAt && <p className="text-sm text-ink-2">Updated {formatTime(live.updatedAt)}</p>}
        {!live && !isPending && <Pill kind="water">Sample</Pill>}
      </div>
      {isError && (
        <Note kind="warn" title="Unable to load market data" live>
          <p>
            {live?.updatedAt
              ? `These numbers are from ${formatTime(live.updatedAt)}.`
              : 'These rows are made\u2011up examples.'}
          </p>
          <NoteButtons>
            <RetryButton isFetching={isFetching} refetch={refetch} />
          </NoteButtons>
        </Note>
      )}
      {data && !live && (
        <Note title="No data yet">
          <p>These rows are made&#8209;up examples. Real data will appear within a few minutes.</p>
        </Note>
      )}
      {isPending ? <LoadingRows /> : live ? <HotTable coins={live.coins} /> : <SampleTable />}
      <div className="grid gap-3 text-sm text-ink-2">
        <p>Data updated every 4 hours. Tracking adoption vs. market lag.</p>
        {live && <SourceAges sources={live.sources} />}
      </div>
      <HowScored />
    </Card>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the hot meter…</span>
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  );
}
