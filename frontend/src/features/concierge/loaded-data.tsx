import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SourceAges } from '../../domain/signals/source-ages.tsx';
import { describe } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import type { Dashboard } from './api.ts';

/** Shows data from the server: a placeholder, an error, or the content with its sources and age. */
export function LoadedData<Data extends Pick<Dashboard, 'updatedAt' | 'sources'>>({
  query: { data, error, refetch, isFetching },
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  if (data) {
    return (
      <>
        {children(data)}
        <div className="grid gap-3 text-sm text-ink-2">
          {data.updatedAt && <p>Updated {formatTime(data.updatedAt)}</p>}
          {data.sources.length > 0 && <SourceAges sources={data.sources} />}
        </div>
      </>
    );
  }
  if (error) {
    return (
      <StateCard
        pill="Unavailable"
        kind="warn"
        title="Unable to load market data"
        actions={<RetryButton isFetching={isFetching} refetch={refetch} />}
      >
        <p>{describe(error, 'Please check your connection. This doesn’t affect your coins or your concierge.')}</p>
      </StateCard>
    );
  }
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the data…</span>
      <Skeleton className="h-40" />
      <Skeleton className="h-56" />
    </div>
  );
}
