import { useQuery } from '@tanstack/react-query';
import { reinvestment } from '@xrp-bridge/contracts/ad-plan';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { formatWord } from '@xrp-bridge/contracts/words';
import type { ReactNode } from 'react';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { DialogButton, ReasonButton } from '../../operator/act-button.tsx';
import { Away } from '../../operator/away.tsx';
import { useAct, useLive } from '../../operator/live.ts';
import { NotDone } from '../../operator/not-done.tsx';
import { NotRead } from '../../operator/not-read.tsx';
import { Facts, formatDollars, Metric, Metrics, Panel, When } from '../../operator/parts.tsx';
import { dashboardQuery } from '../../operator/queries.ts';
import { useSession } from '../../operator/session.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError, toastOutcome } from '../../operator/toasts.ts';
import { TextLink } from '../../ui/button.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { Note } from '../../ui/note.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { Funnel } from './funnel.tsx';
import { RangeTiles } from './range-tiles.tsx';
import { ReinvestDialog } from './reinvest-dialog.tsx';
import { SeriesCharts } from './series-charts.tsx';

type Dashboard = Reply<'GET /api/admin/dashboard'>;
type Difference = Reply<'POST /api/admin/dashboard/check'>['differences'][number];

const accountingQuery = { ...queryOf('GET /api/admin/accounting'), staleTime: 0 };

/** The rule for reinvestments, in words (spec 2 §2). */
export const reinvestmentRule = `${reinvestment.share * 100}% of ad revenue, with a threshold of $${reinvestment.thresholdCents / 100}`;

/** Shows the open work, the range's sales, funnel and charts, and the running totals with their check. */
export function DashboardTab() {
  const dashboard = useLive(dashboardQuery);
  const isWide = useIsWide();
  const totals = (
    <>
      {!dashboard.isLoadingError && <TotalMetrics data={dashboard.data} />}
      <Check />
    </>
  );
  return (
    <>
      <NotRead title="We couldn’t load the totals" query={dashboard} />
      <Away services={dashboard.data?.away} />
      <RangeTiles />
      <Funnel />
      {/* The note loads late. Below the funnel, the note moves nothing that is visible. */}
      <NoAlerts />
      <SeriesCharts />
      {isWide ? totals : <Fold title="All-time totals and reconciliation">{totals}</Fold>}
    </>
  );
}

/** Links an owner without a confirmed e-mail address or a webhook to the settings of alerts. */
function NoAlerts() {
  const { data: session } = useSession();
  const isOwner = session?.role === 'owner';
  const { data } = useQuery({ ...queryOf('GET /api/operator/account/alerts'), enabled: isOwner });
  if (!isOwner || !data || (data.email && data.emailConfirmed) || data.webhookUrl) return null;
  return (
    <Note
      title={
        <>
          Your alerts are off. <TextLink to={pages.adminAccount.path}>Set up your alerts</TextLink>
        </>
      }
    />
  );
}

/** Formats a metric. Returns undefined while it loads, and a dash if its service is unavailable. */
function metricValue<Value>(value: Value | null | undefined, format: (value: Value) => ReactNode = String): ReactNode {
  return value === null ? '–' : value === undefined ? undefined : format(value);
}

function TotalMetrics({ data }: { data: Dashboard | undefined }) {
  return (
    <Metrics>
      <Metric
        label="Total revenue"
        value={metricValue(data?.totalRevenue, formatDollars)}
        note="Payments minus refunds, all time"
      />
      <Metric
        label="Completed transfers"
        value={metricValue(data?.completedTransfers)}
        note="Seen on the XRP network, or confirmed by the customer 14+ days ago"
      />
      <Metric
        label="Ad revenue"
        value={metricValue(data?.adRevenue, formatDollars)}
        note="Clicks are estimates until you confirm them. Our own ads earn nothing."
      />
      <Metric
        label="Ad revenue not reinvested"
        value={metricValue(data?.unreinvestedAmount, formatDollars)}
        tone={data?.shouldReinvest ? 'warn' : 'plain'}
        note={formatThreshold(data)}
        act={data?.shouldReinvest && <DialogButton label="Reinvest now" dialog={<ReinvestDialog />} />}
      />
      <Metric
        label="Active campaigns"
        value={metricValue(data?.activeCampaigns)}
        note={
          <TextLink to={`${pages.admin.path}?tab=campaigns`} className={lineLink}>
            See the campaigns
          </TextLink>
        }
        act={data?.advertisingInitialized === false && <Initialize />}
      />
    </Metrics>
  );
}

const threshold = `$${formatCents(reinvestment.thresholdCents)}`;

/**
 * Formats the state of the threshold.
 * Once the threshold was reached, the amount stays due until all of it is reinvested.
 */
function formatThreshold({ shouldReinvest, unreinvestedAmount }: Partial<Dashboard> = {}): string {
  if (!unreinvestedAmount) return `The threshold is ${threshold}`;
  if (Number(unreinvestedAmount) * 100 >= reinvestment.thresholdCents) return `Reached the ${threshold} threshold`;
  if (shouldReinvest) return `Reached the ${threshold} threshold, with some left to reinvest`;
  return `Below the ${threshold} threshold`;
}

/**
 * Shows a button that sets up advertising, which is possible only once.
 * The button disappears after a success.
 */
function Initialize() {
  const initialize = useAct(() => call('POST /api/initialize-advertising'), {
    onDone: (answer) => toastOutcome(answer, 'Advertising is set up', 'We couldn’t set up the ads'),
    onFailed: toastError,
  });
  if (initialize.data?.success) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-sm text-ink-2">
        Sets up four paused campaigns and turns on auto-posting. You’ll get a task to create the one for Rumble.
      </p>
      <SmallButton busy={initialize.isPending} busyLabel="Initializing…" onClick={() => initialize.start()}>
        Initialize advertising
      </SmallButton>
    </div>
  );
}

/** Makes a link 44 px high, the minimum for touch, without making its line higher. */
const lineLink = '-my-2.5 inline-flex min-h-11 items-center';

/** Shows a button that compares the totals with the accounting entries and with the payment provider. */
function Check() {
  const check = useAct(() => call('POST /api/admin/dashboard/check'));
  const { data } = check;
  return (
    <Panel
      title="Reconciliation"
      aside={
        <SmallButton busy={check.isPending} busyLabel="Checking…" onClick={() => check.start()}>
          Check now
        </SmallButton>
      }
    >
      <NotDone title="We couldn’t check the totals" error={check.error} />
      {data ? (
        <Note
          kind={data.agrees ? 'good' : 'bad'}
          title={data.agrees ? 'All totals match to the cent' : 'Some totals don’t match'}
          live
        >
          <p>
            Checked <When at={data.checkedAt} />.
          </p>
          {data.found.length > 0 && (
            <>
              <p>We found Stripe payments we’d missed and recorded them:</p>
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
            <ul className="grid gap-3">
              {data.differences.map((difference) => (
                <li key={difference.what} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <Compared difference={difference} />
                  <Accept difference={difference} onDone={() => check.start()} />
                </li>
              ))}
            </ul>
          )}
          {data.accepted.length > 0 && (
            <>
              <p>
                We accepted these. <TextLink to={pages.adminAudit.path}>See who did and why</TextLink>
              </p>
              <ul className="grid gap-1">
                {data.accepted.map((accepted) => (
                  <li key={accepted.what}>
                    <Compared difference={accepted} />. Accepted <When at={accepted.acceptedAt} />.
                  </li>
                ))}
              </ul>
            </>
          )}
        </Note>
      ) : (
        <p className="text-ink-2">We check our totals against our books and Stripe, and add any missing payments.</p>
      )}
      {data && <Balances key={data.checkedAt} />}
    </Panel>
  );
}

function Compared({
  difference: { what, ours, theirs },
}: {
  difference: Pick<Difference, 'what' | 'ours' | 'theirs'>;
}) {
  return (
    <span className="wrap-anywhere">
      <b className="block">{what}</b> {ours} <b>vs.</b> {theirs}
    </span>
  );
}

/** Shows owners a button that accepts a difference from Stripe, so that it no longer alerts. */
function Accept({ difference, onDone }: { difference: Difference; onDone: () => void }) {
  const { what, payment } = difference;
  const { data: session } = useSession();
  if (!payment || session?.role !== 'owner') return null;
  const { intentId, ...amounts } = payment;
  const accept = (reason: string) =>
    call('POST /api/admin/accounting/differences/{intentId}/accept', {
      params: { intentId },
      body: { ...amounts, reason },
    });
  return (
    <ReasonButton
      label="Accept"
      what={what}
      title="Accept this difference?"
      does="Accept it"
      doing="Accepting…"
      act={accept}
      onDone={onDone}
    >
      <p>
        <Compared difference={difference} />
      </p>
      <p>
        Do this only if no one can fix it. We’ll stop reporting it. If the amounts change within a week of the payment,
        we’ll report it again.
      </p>
    </ReasonButton>
  );
}

/**
 * Shows the balance of each account.
 * All balances add up to zero. They are fetched only on demand, because the server reads every entry.
 */
function Balances() {
  const { data } = useQuery(accountingQuery);
  if (!data) return null;
  return (
    <Fold title={data.balanced ? 'Accounts (balanced)' : 'Accounts (not balanced)'}>
      <Facts facts={Object.entries(data.totals).map(([name, amount]) => [formatWord(name), formatDollars(amount)])} />
    </Fold>
  );
}
