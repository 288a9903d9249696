import { useLive } from '../../shared/operator/live.ts';
import { Figure, Figures } from '../../shared/operator/parts.tsx';
import { automationQuery, googleCampaignsQuery } from '../../shared/operator/queries.ts';
import { Pill } from '../../shared/ui/note.tsx';
import { trendingQuery } from './mentions-tab.tsx';

/** Three counters at a glance. */
export function OverviewTab() {
  const { data: status } = useLive(automationQuery);
  const { data: campaigns } = useLive(googleCampaignsQuery);
  const { data: mentions } = useLive(trendingQuery);
  return (
    <Figures>
      <Figure
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
      <Figure label="Google campaigns" value={campaigns?.length} />
      <Figure label="Recent mentions" value={mentions?.reduce((sum, { mentionCount }) => sum + mentionCount, 0)} />
    </Figures>
  );
}
