import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signalsQuery } from '../../shared/signals/api.ts';
import { SourceAges } from '../../shared/signals/source-ages.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PickOne } from '../../shared/ui/pick-one.tsx';
import { Skeleton, StateCard } from '../../shared/ui/state.tsx';
import { type Filter, filterSignals, filters } from './filter.ts';
import { SignalCard } from './signal-card.tsx';

const choices = filters.map((id) => ({ id, label: id }));

/** What was done, the newest first, as far as it is wanted. */
export function SignalList() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(signalsQuery);
  const [filter, setFilter] = useState<Filter>('All');
  const [quantumOnly, setQuantumOnly] = useState(false);
  const shown = filterSignals(data?.signals ?? [], { filter, quantumOnly });
  return (
    <section aria-labelledby="signals" className="grid gap-5">
      <h2 id="signals" className="text-2xl">
        Signals
      </h2>
      <div className="grid gap-3">
        <PickOne legend="Show" choices={choices} chosen={filter} onChoose={setFilter} />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={quantumOnly}
            onChange={(event) => setQuantumOnly(event.target.checked)}
            className="size-6 accent-water"
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
      {isError && (
        <StateCard
          pill="Not there"
          kind="warn"
          title="Unable to load market data"
          actions={
            <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          <p>Please check your connection. Your transfer does not depend on this page.</p>
        </StateCard>
      )}
      {data && (
        <>
          <p role="status" className="text-ink-2">
            {shown.length === 1 ? '1 signal' : `${shown.length} signals`}
          </p>
          {shown.length === 0 ? (
            <StateCard title={data.signals.length === 0 ? 'There is nothing to tell yet' : 'Nothing of this kind'}>
              <p>
                {data.signals.length === 0
                  ? 'A signal stands here once enough pages report that something was done.'
                  : 'Choose “All” to see the others.'}
              </p>
            </StateCard>
          ) : (
            <div className="grid items-start gap-4 md:grid-cols-2">
              {shown.map((signal) => (
                <SignalCard key={signal.id} signal={signal} />
              ))}
            </div>
          )}
          <SourceAges sources={data.sources} />
        </>
      )}
    </section>
  );
}
