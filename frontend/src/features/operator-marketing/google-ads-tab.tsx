import type { Reply } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Metric, Metrics, Panel, Status } from '../../operator/parts.tsx';
import { googleCampaignsQuery } from '../../operator/queries.ts';
import { SmallButton } from '../../operator/small-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { Actions } from './actions.ts';

type Campaign = Reply<'GET /api/google-ads/campaigns'>[number];

/** Shows the campaigns at Google, with Google's numbers. */
export function GoogleAdsTab({ actions: { busy, start } }: { actions: Actions }) {
  const campaigns = useLive(googleCampaignsQuery);
  const { data } = campaigns;
  return (
    <>
      <Panel
        title="Google campaigns"
        aside={
          <SmallButton
            busy={busy === 'googleAds'}
            busyLabel="Initializing…"
            disabled={busy !== null && busy !== 'googleAds'}
            onClick={() => start('googleAds')}
          >
            Initialize Robinhood campaign
          </SmallButton>
        }
      >
        <NotRead title="We couldn’t load the campaigns" query={campaigns} />
        {campaigns.isPending && <Skeleton className="h-32" />}
        {data?.length === 0 && <p className="text-ink-2">No campaigns yet.</p>}
        <ul className="grid">
          {data?.map(({ id, name, status, budget, problem }) => (
            <li key={id} className="grid gap-1 border-t border-line py-3 first:border-0">
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <b className="wrap-anywhere">{name}</b>
                <span className="flex items-center gap-3 tabular">
                  ${budget.amount} a day <Status of={status} />
                </span>
              </p>
              {problem && <p className="text-sm text-bad wrap-anywhere">{problem}</p>}
            </li>
          ))}
        </ul>
      </Panel>
      <Performance campaigns={data} />
    </>
  );
}

/**
 * Shows the sums of Google's numbers.
 * If Google has reported no numbers, shows dashes instead of zeros.
 */
function Performance({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const reported = campaigns?.flatMap(({ performance }) => performance ?? []) ?? [];
  // The numbers of an ended campaign are no longer refreshed, so their age counts only if no other campaign has
  // numbers.
  const oldest = agesOf(campaigns?.filter(({ status }) => status !== 'ended'))[0] ?? agesOf(campaigns).at(-1);
  const sum = (of: (each: (typeof reported)[number]) => number) =>
    reported.reduce((total, each) => total + of(each), 0);
  const impressions = sum((each) => each.impressions);
  const clicks = sum((each) => each.clicks);
  // The sum is calculated in cents, because sums of decimal dollars would be inexact.
  const spend = sum((each) => Math.round(Number(each.spend) * 100)) / 100;
  const show = (text: string) => (!campaigns ? undefined : oldest ? text : '–');
  return (
    <Panel title="Performance">
      <Metrics columns={4}>
        <Metric label="Spend" value={show(`$${spend.toFixed(2)}`)} />
        <Metric label="Impressions" value={show(impressions.toLocaleString('en'))} />
        <Metric label="Clicks" value={show(clicks.toLocaleString('en'))} />
        <Metric label="CTR" value={show(`${impressions ? ((100 * clicks) / impressions).toFixed(2) : '0.00'}%`)} />
      </Metrics>
      <p className="text-sm text-ink-2">
        {oldest ? `Data from Google as of ${formatTime(oldest)}.` : 'No data from Google yet.'}
      </p>
    </Panel>
  );
}

/** Returns the times at which each campaign's numbers were fetched from Google, oldest first. */
function agesOf(campaigns: readonly Campaign[] = []): string[] {
  return campaigns.flatMap(({ performance }) => performance?.at ?? []).sort();
}
