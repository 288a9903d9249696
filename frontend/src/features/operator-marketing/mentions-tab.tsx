import { queryOf } from '../../lib/api/client.ts';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Panel, When } from '../../operator/parts.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';

export const trendingQuery = queryOf('GET /api/trending-cryptos');

/** The number of coins that spec 2 §9 requires. */
const most = 5;

/** Shows the coins whose mentions increased since the day before. */
export function MentionsTab() {
  const mentions = useLive(trendingQuery);
  const { data } = mentions;
  return (
    <Panel title="Trending cryptos">
      <NotRead title="We couldn’t load the mentions" query={mentions} />
      {mentions.isPending && <Skeleton className="h-48" />}
      {data?.length === 0 && <p className="text-ink-2">There is no mention data yet.</p>}
      <ul className="grid">
        {data?.slice(0, most).map(({ symbol, mentionCount, source, velocityPercentage, timestamp }) => (
          <li
            key={symbol}
            className="grid items-center gap-x-4 gap-y-1 border-t border-line py-3 tabular first:border-0 sm:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <b>{symbol}</b>
            <span>
              {mentionCount} {mentionCount === 1 ? 'mention' : 'mentions'}{' '}
              <span className="text-ink-2">on {source}</span>
            </span>
            <span className="text-ink-2">
              <When at={timestamp} />
            </span>
            <span>
              <Pill kind={velocityPercentage >= 0 ? 'good' : 'bad'}>
                {velocityPercentage > 0 && '+'}
                {velocityPercentage.toFixed(1)}%
              </Pill>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
