import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { pages } from '@xrp-bridge/contracts/pages';
import { postLengthOf } from '@xrp-bridge/contracts/post-length';
import type { Reply } from '../../lib/api/client.ts';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Facts, Panel, When } from '../../operator/parts.tsx';
import { automationQuery } from '../../operator/queries.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { Action, Actions, Preview } from './actions.ts';
import { AutomationSettings } from './automation-settings.tsx';

type Status = Reply<'GET /api/ad-automation-status'>;

/** The reasons why no post can be sent. */
const obstacles: Record<NonNullable<Status['whyNot']>, string> = {
  not_connected: 'X’s API keys aren’t set up.',
  switched_off: 'Posting is off.',
  on_its_way: 'We’re sending a post now.',
  unclear: 'Waiting for X to confirm the last post. We’ll check before posting again.',
  cooldown: 'The last post went out less than 24 hours ago.',
  daily_cap: 'You’ve reached today’s post limit. It resets at midnight UTC.',
  empty_pool: 'No ad in the pool is ready to post.',
};

const buttons: readonly { id: Action; label: string; busyLabel: string; about?: string }[] = [
  { id: 'adPost', label: 'Post ad now', busyLabel: 'Posting…', about: 'At any hour' },
  { id: 'preview', label: 'Preview next ad', busyLabel: 'Loading…' },
  {
    id: 'dailyPost',
    label: 'Trigger daily post',
    busyLabel: 'Posting…',
    about: 'Only during posting hours',
  },
  { id: 'refresh', label: 'Refresh status', busyLabel: 'Loading…' },
];

/** Shows the state of posting, the posts, and buttons for four actions. */
export function AutomationTab({ actions }: { actions: Actions }) {
  const automation = useLive(automationQuery);
  const { data } = automation;
  const { busy, start, preview } = actions;
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Panel title="Status">
          <NotRead title="We couldn’t load the status" query={automation} />
          {automation.isPending && <Skeleton className="h-56" />}
          {data && <StatusFacts status={data} />}
        </Panel>
        <div className="grid gap-6">
          <Panel title="Actions">
            <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-1">
              {buttons.map(({ id, label, busyLabel, about }) => (
                <div key={id} className="grid content-start gap-1">
                  <Button
                    variant={id === 'adPost' ? 'primary' : 'quiet'}
                    busy={busy === id}
                    busyLabel={busyLabel}
                    disabled={busy !== null && busy !== id}
                    onClick={() => start(id)}
                  >
                    {label}
                  </Button>
                  {about && <p className="text-sm text-ink-2">{about}</p>}
                  {id === 'adPost' && data?.whyNot && (
                    <p className="text-sm">You can’t post right now. {reasonOf(data)}</p>
                  )}
                </div>
              ))}
            </div>
          </Panel>
          {preview && <NextAd preview={preview} />}
        </div>
      </div>
      {data && <AutomationSettings status={data} />}
    </>
  );
}

/** Returns the reason why no post can be sent now, or '' if a post can be sent. */
function reasonOf({ whyNot, dryRun }: Status): string {
  if (whyNot === null) return '';
  return whyNot === 'cooldown' && dryRun ? 'The last post or dry run was less than 24 hours ago.' : obstacles[whyNot];
}

function StatusFacts({ status }: { status: Status }) {
  const { autoPostEnabled, canPost, nextPostTime, totalPosts, adPoolSize, lastPost, dryRun } = status;
  return (
    <>
      <Facts
        facts={[
          ['Auto-posting', autoPostEnabled ? 'Enabled' : 'Disabled'],
          [
            'Can post now',
            <Pill key="can" kind={canPost ? 'good' : 'warn'}>
              {canPost ? 'Ready' : 'Cooldown'}
            </Pill>,
          ],
          ['Next post', <When key="next" at={nextPostTime} never="not scheduled" />],
          ['Total posts', totalPosts],
          [
            'Ad pool',
            <span key="pool">
              {adPoolSize} {adPoolSize === 1 ? 'variation' : 'variations'}.{' '}
              <TextLink to={pages.marketingPool.path}>See the pool</TextLink>
            </span>,
          ],
          ['Posting to', dryRun ? 'Nowhere (dry run)' : 'X'],
        ]}
      />
      <h3 className="text-base">Last ad posted</h3>
      {lastPost ? (
        <blockquote className="grid gap-1 border-l-3 border-line-strong pl-4">
          <p className="wrap-anywhere">{lastPost.ad}</p>
          <footer className="text-sm text-ink-2">
            <When at={lastPost.timestamp} />, posting hours “{lastPost.window}”
          </footer>
        </blockquote>
      ) : (
        <p className="text-ink-2">No posts yet.</p>
      )}
    </>
  );
}

function NextAd({ preview: { theme, message } }: { preview: NonNullable<Preview> }) {
  return (
    <Panel title="Next ad">
      <p className="text-sm text-ink-2 tabular">
        Theme: {theme}. {postLengthOf(message)} of {longestPost} characters
      </p>
      <p className="wrap-anywhere">{message}</p>
    </Panel>
  );
}
