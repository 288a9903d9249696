import { useQuery } from '@tanstack/react-query';
import { reinvestment } from '@xrp-bridge/contracts/ad-plan';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { sayWord } from '@xrp-bridge/contracts/words';
import type { ReactNode } from 'react';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { DialogButton } from '../../operator/act-button.tsx';
import { Away } from '../../operator/away.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { Facts, formatDollars, Metric, Metrics, Panel, When } from '../../operator/parts.tsx';
import { dashboardQuery } from '../../operator/queries.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError, toastOutcome } from '../../operator/toasts.ts';
import { TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Note } from '../../ui/note.tsx';
import { ReinvestDialog } from './reinvest-dialog.tsx';
import { SeriesCharts } from './series-charts.tsx';

type Dashboard = Reply<'GET /api/admin/dashboard'>;

const accountingQuery = { ...queryOf('GET /api/admin/accounting'), staleTime: 0 };

/** Spec 2 §2: the text of the rule. */
export const reinvestmentRule = `${reinvestment.share * 100}% of ad revenue, with a threshold of $${reinvestment.thresholdCents / 100}`;

/** The figures first, each with what to do about it, then how they came about. */
export function DashboardTab() {
  const figures = useLive(dashboardQuery);
  return (
    <>
      <NotRead title="The figures could not be read" query={figures} />
      <Away services={figures.data?.away} />
      {!figures.isLoadingError && <TotalFigures data={figures.data} />}
      <SeriesCharts />
      <Check />
    </>
  );
}

/** A figure in words: undefined while it is read, and a dash while the service that counts it is away. */
function figureOf<Value>(value: Value | null | undefined, say: (value: Value) => ReactNode = String): ReactNode {
  return value === null ? '–' : value === undefined ? undefined : say(value);
}

function TotalFigures({ data }: { data: Dashboard | undefined }) {
  return (
    <Metrics>
      <Metric label="Total revenue" value={figureOf(data?.totalRevenue, formatDollars)} note="Payments less refunds" />
      <Metric
        label="Completed transfers"
        value={figureOf(data?.completedTransfers)}
        note="Seen on the XRP Ledger, or said so 14 days ago"
      />
      <Metric
        label="Ad revenue"
        value={figureOf(data?.adRevenue, formatDollars)}
        note="Apart from the payments. Clicks count at a set worth: our own ads bring no money."
      />
      <Metric
        label="Ad revenue not reinvested"
        value={figureOf(data?.unreinvestedAmount, formatDollars)}
        tone={data?.shouldReinvest ? 'warn' : 'plain'}
        note={sayThreshold(data)}
        act={data?.shouldReinvest && <DialogButton label="Reinvest now" dialog={<ReinvestDialog />} />}
      />
      <Metric
        label="Active campaigns"
        value={figureOf(data?.activeCampaigns)}
        note={
          <TextLink to={`${pages.admin.path}?tab=campaigns`} className={noteLink}>
            See the campaigns
          </TextLink>
        }
        act={data?.advertisingInitialized === false && <Initialize />}
      />
    </Metrics>
  );
}

const threshold = `$${formatCents(reinvestment.thresholdCents)}`;

/** What reached the threshold is due until all of it is reinvested, however little is left. */
function sayThreshold({ shouldReinvest, unreinvestedAmount }: Partial<Dashboard> = {}): string {
  if (!unreinvestedAmount) return `The threshold is ${threshold}`;
  if (Number(unreinvestedAmount) * 100 >= reinvestment.thresholdCents) return `The ${threshold} threshold is reached`;
  if (shouldReinvest) return `Some of what reached the ${threshold} threshold is left`;
  return `Up to the ${threshold} threshold`;
}

/** Sets advertising up, once: the button is gone when it has worked. */
function Initialize() {
  const initialize = useAct(() => call('POST /api/initialize-advertising'), {
    onDone: (answer) => toastOutcome(answer, 'Advertising is set up', 'Advertising was not set up'),
    onFailed: toastError,
  });
  if (initialize.data?.success) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-sm text-ink-2">
        It plans four campaigns and switches posting on. Each is made paused; Rumble’s is a task.
      </p>
      <SmallButton busy={initialize.isPending} busyLabel="Initializing…" onClick={() => initialize.start()}>
        Initialize advertising
      </SmallButton>
    </div>
  );
}

/** As high as a finger needs, in no more room than its line. */
const noteLink = '-my-2.5 inline-flex min-h-11 items-center';

/** Holds the totals against the books, and against what the payment provider has. */
function Check() {
  const check = useAct(() => call('POST /api/admin/dashboard/check'));
  const { data } = check;
  return (
    <Panel
      title="Do the figures agree?"
      aside={
        <SmallButton busy={check.isPending} busyLabel="Checking…" onClick={() => check.start()}>
          Check now
        </SmallButton>
      }
    >
      <NotDone title="It could not be checked" error={check.error} />
      {data ? (
        <Note
          kind={data.agrees ? 'good' : 'bad'}
          title={data.agrees ? 'They agree to the cent' : 'They do not agree'}
          live
        >
          <p>
            Checked <When at={data.checkedAt} />.
          </p>
          {data.found.length > 0 && (
            <>
              <p>Stripe had what we had not heard of. It is booked now:</p>
              <ul className="grid gap-1">
                {data.found.map((what) => (
                  <li key={what} className="wrap-anywhere">
                    {what}
                  </li>
                ))}
              </ul>
            </>
          )}
          {data.differences.length > 0 && (
            <ul className="grid gap-1">
              {data.differences.map(({ what, ours, theirs }) => (
                <li key={what} className="wrap-anywhere">
                  <b>{what}</b>: {ours} here, {theirs} there
                </li>
              ))}
            </ul>
          )}
        </Note>
      ) : (
        <p className="text-ink-2">
          Compares the totals with the books, and with what Stripe holds. What a subscription paid is booked if it is
          missing.
        </p>
      )}
      {data && <Books key={data.checkedAt} />}
    </Panel>
  );
}

/** The balance of each account; together they are nothing. They are added up line by line, so only when asked for. */
function Books() {
  const { data } = useQuery(accountingQuery);
  if (!data) return null;
  return (
    <Fold title={data.balanced ? 'The books, which add up' : 'The books, which do not add up'}>
      <Facts facts={Object.entries(data.totals).map(([name, amount]) => [sayWord(name), formatDollars(amount)])} />
    </Fold>
  );
}
