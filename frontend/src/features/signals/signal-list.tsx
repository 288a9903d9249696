import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Signal, signalsQuery } from '../../domain/signals/api.ts';
import { SourceAges } from '../../domain/signals/source-ages.tsx';
import { formatTime } from '../../lib/times.ts';
import { Button } from '../../ui/button.tsx';
import { Note, NoteButtons } from '../../ui/note.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { type Filter, filterSignals, filters } from './filter.ts';
import { SignalCard } from './signal-card.tsx';

const choices = filters.map((id) => ({ id, label: id }));
/** The number of signals before the list is expanded. */
const firstCards = 6;

/** Lists the signals that match the filter, newest first. */
export function SignalList() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(signalsQuery);
  const [filter, setFilter] = useState<Filter>('All');
  const [quantumOnly, setQuantumOnly] = useState(false);
  const [all, setAll] = useState(false);
  const wanted = filterSignals(data?.signals ?? [], { filter, quantumOnly });
  const stale = data?.sources.filter((source) => source.stale) ?? [];
  return (
    <section aria-labelledby="signals" className="grid gap-5">
      <h2 id="signals" className="text-2xl">
        Signals
      </h2>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        <PickOne legend="Which signals to show" hideLegend choices={choices} chosen={filter} onChoose={setFilter} />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={quantumOnly}
            onChange={(event) => setQuantumOnly(event.target.checked)}
            className="size-6 shrink-0 accent-water"
          />
          Quantum topics only
        </label>
      </div>
      {isPending && (
        <div role="status" className="grid gap-4 md:grid-cols-2">
          <span className="sr-only">Loading the signals…</span>
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
        </div>
      )}
      {isError && data?.updatedAt && (
        <Note kind="warn" title="Unable to load market data" live>
          <p>These signals are from {formatTime(data.updatedAt)}.</p>
          <NoteButtons>
            <RetryButton isFetching={isFetching} refetch={refetch} />
          </NoteButtons>
        </Note>
      )}
      {isError && !data && (
        <StateCard
          pill="Unavailable"
          kind="warn"
          title="Unable to load market data"
          actions={<RetryButton isFetching={isFetching} refetch={refetch} />}
        >
          <p>Please check your connection. This doesn’t affect your transfer.</p>
        </StateCard>
      )}
      {data && (
        <>
          <p role="status" className="text-ink-2">
            {wanted.length === 1 ? '1 signal' : `${wanted.length} signals`}
          </p>
          {wanted.length > 0 ? (
            <Cards signals={all ? wanted : wanted.slice(0, firstCards)} />
          ) : (
            <StateCard
              {...(data.signals.length === 0
                ? { drawing: 'ledger', title: 'No signals yet' }
                : { title: 'No signals of this kind' })}
            >
              <p>
                {data.signals.length === 0
                  ? 'You’ll see signals here once several sites report the same news.'
                  : 'To see the others, choose “All” and uncheck “Quantum topics only.”'}
              </p>
            </StateCard>
          )}
          {wanted.length > firstCards && (
            <Button variant="quiet" className="sm:justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? `Show only the first ${firstCards} signals` : `Show all ${wanted.length} signals`}
            </Button>
          )}
          {stale.length > 0 && <SourceAges sources={stale} />}
        </>
      )}
    </section>
  );
}

function Cards({ signals }: { signals: readonly Signal[] }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 lg:gap-6">
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} />
      ))}
    </div>
  );
}
