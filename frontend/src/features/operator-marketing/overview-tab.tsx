import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Metric, Metrics } from '../../operator/parts.tsx';
import { automationQuery, googleCampaignsQuery } from '../../operator/queries.ts';
import { Pill } from '../../ui/note.tsx';
import { trendingQuery } from './mentions-tab.tsx';

export function OverviewTab() {
  const automation = useLive(automationQuery);
  const google = useLive(googleCampaignsQuery);
  const trending = useLive(trendingQuery);
  const status = automation.data;
  return (
    <>
      <NotRead title="We couldn’t load the status" query={automation} />
      <NotRead title="We couldn’t load the campaigns" query={google} />
      <NotRead title="We couldn’t load the mentions" query={trending} />
      <Metrics>
        {!automation.isLoadingError && (
          <Metric
            label="Total ads posted"
            value={status?.totalPosts}
            note={
              status && (
                <Pill kind={status.autoPostEnabled ? 'good' : 'plain'}>
                  {status.autoPostEnabled ? 'Active' : 'Inactive'}
                </Pill>
              )
            }
          />
        )}
        {!google.isLoadingError && <Metric label="Google campaigns" value={google.data?.length} />}
        {!trending.isLoadingError && (
          <Metric
            label="Recent mentions"
            value={trending.data?.reduce((sum, { mentionCount }) => sum + mentionCount, 0)}
          />
        )}
      </Metrics>
    </>
  );
}
