import { queryOptions } from '@tanstack/react-query';
import { pages } from '@xrp-bridge/contracts/pages';
import { call, queryOf } from '../../lib/api/client.ts';
import { Away } from '../../operator/away.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, Panel, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { toast } from '../../ui/toast.ts';

interface Health {
  name: string;
  configured: boolean;
  goodAt: string | null;
  failures: number;
  lastError: string | null;
  more: readonly (readonly [string, React.ReactNode])[];
}

type Ready = 'ready' | 'degraded' | 'not ready';

/** `degraded` means that the service responds, but its events or jobs wait. */
const pillOf = {
  ready: { kind: 'good', label: 'Ready' },
  degraded: { kind: 'warn', label: 'Running, but events or jobs are waiting' },
  'not ready': { kind: 'bad', label: 'Not ready' },
} as const;

/**
 * Reads the readiness of each service and of the shared infrastructure.
 * A 503 has the same body as a 200.
 */
const readinessQuery = queryOptions({
  queryKey: ['/readyz'],
  async queryFn({ signal }) {
    const answer = await fetch('/readyz?verbose', { signal });
    const { services, database, bus, queue } = await answer.json();
    return { ...services, database, bus, queue } as Record<string, Ready>;
  },
});

/**
 * Shows the health of our services and of all third parties: payments, mail, the ledger, ads and
 * signals.
 */
export function ProvidersPage() {
  const outside = useLive(queryOf('GET /api/admin/providers'));
  const signals = useLive(queryOf('GET /api/admin/signal-sources'));
  const refresh = useAct(() => call('POST /api/admin/signals/refresh'), {
    onDone: ({ started }) => toast({ title: started ? 'Refreshing all sources' : 'Already refreshing all sources' }),
    onFailed: toastError,
  });
  return (
    <OperatorPage title={pages.adminProviders.title} lead="Our services and providers">
      <Services />
      <Panel title="Third-party providers">
        <NotRead title="We couldn’t load the providers" query={outside} />
        {outside.isPending && <Skeleton className="h-40" />}
        <Away services={outside.data?.away} />
        <HealthList
          of={outside.data?.providers.map(({ service, failedAt, failingSince, ...provider }) => ({
            ...provider,
            more: [
              failingSince
                ? ['Failing since', <When key="since" at={failingSince} />]
                : ['Last failure', <When key="failed" at={failedAt} />],
              ['Used by', service],
            ],
          }))}
        />
      </Panel>
      <Panel
        title="Signal sources"
        aside={
          <SmallButton busy={refresh.isPending} busyLabel="Refreshing…" onClick={() => refresh.start()}>
            Refresh all
          </SmallButton>
        }
      >
        <NotRead title="We couldn’t load the signal sources" query={signals} />
        {signals.isPending && <Skeleton className="h-40" />}
        <HealthList
          of={signals.data?.sources.map(({ at, refused, pausedUntil, ...source }) => ({
            ...source,
            configured: true,
            goodAt: at,
            more: [
              ['Rows rejected', refused],
              ['Paused until', <When key="rest" at={pausedUntil} never="–" />],
            ],
          }))}
        />
      </Panel>
    </OperatorPage>
  );
}

function Services() {
  const query = useLive(readinessQuery);
  return (
    <Panel title="Our services">
      <NotRead title="We couldn’t load our services" query={query} />
      {query.isPending && <Skeleton className="h-20" />}
      <ul className="flex flex-wrap gap-x-8 gap-y-3">
        {query.data &&
          Object.entries(query.data).map(([name, state]) => (
            <li key={name} className="flex items-center gap-2">
              {name} <Pill kind={pillOf[state].kind}>{pillOf[state].label}</Pill>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function HealthList({ of }: { of: readonly Health[] | undefined }) {
  if (of?.length === 0) return <p className="text-ink-2">No providers set up</p>;
  return (
    <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      {of?.map(({ name, configured, goodAt, failures, lastError, more }) => (
        <li key={name} className="grid content-start gap-2 rounded-md border border-line p-4">
          <p className="flex flex-wrap items-center justify-between gap-2 font-semibold">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {!configured ? (
              <Pill>Not set up</Pill>
            ) : failures > 0 ? (
              <Pill kind="bad">{failures === 1 ? '1 failure' : `${failures} failures`}</Pill>
            ) : goodAt ? (
              <Pill kind="good">Working</Pill>
            ) : (
              <Pill>Not used yet</Pill>
            )}
          </p>
          <Facts facts={[['Last success', <When key="good" at={goodAt} />], ...more]} />
          {lastError && (
            <p className={cx('text-sm wrap-anywhere', failures > 0 ? 'text-bad' : 'text-ink-2')}>{lastError}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
