import { plannedDailyBudgets } from '@xrp-bridge/contracts/ad-plan';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import { ReasonButton } from '../../operator/act-button.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { useAct } from '../../operator/live.ts';
import { Facts, Status, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError } from '../../operator/toasts.ts';
import { useList } from '../../operator/use-list.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Row as Beside, Buttons } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast.ts';
import { platformNames } from './campaign-plan.ts';
import { NewCampaign } from './new-campaign.tsx';

type Campaign = Reply<'GET /api/admin/campaigns'>['campaigns'][number];

/** Platforms that never report results, and the text shown for them. */
const unreported: Partial<Record<Campaign['platform'], string>> = { rumble: 'see Rumble' };

const columns: readonly Column<Campaign>[] = [
  {
    name: 'Created',
    sort: 'createdAt',
    show: ({ createdAt }) => <When at={createdAt} />,
    save: (row) => row.createdAt,
  },
  {
    name: 'Campaign',
    show: ({ name, platform, problem }) => (
      <>
        <b>{name}</b>
        <span className="block text-ink-2">{platformNames[platform]}</span>
        {problem && <span className="block text-bad">{problem}</span>}
      </>
    ),
    save: ({ name }) => name,
  },
  { name: 'Platform', save: ({ platform }) => platformNames[platform] },
  { name: 'Status', show: ({ status }) => <Status of={status} />, save: ({ status }) => status },
  {
    name: 'Daily budget',
    isNumber: true,
    show: ({ budget }) => `$${budget.amount}`,
    save: ({ budget }) => Number(budget.amount),
  },
  {
    name: 'Reinvested',
    isNumber: true,
    show: ({ allocated }) => `$${allocated}`,
    save: ({ allocated }) => Number(allocated),
  },
  {
    name: 'Spent',
    isNumber: true,
    show: ({ performance, platform, status }) =>
      performance ? (
        <>
          ${performance.spend}
          <span className="block text-ink-2">{countClicks(performance.clicks)}</span>
          <span className="block whitespace-normal text-ink-2">
            <When at={performance.at} />
          </span>
        </>
      ) : (
        <span className="whitespace-normal">
          {unreported[platform] ?? (status === 'ended' ? 'no data' : 'no data yet')}
        </span>
      ),
    save: ({ performance }) => performance && Number(performance.spend),
  },
  { name: 'Clicks', save: ({ performance }) => performance?.clicks },
  { name: 'Actions', show: (campaign) => <CampaignActs campaign={campaign} /> },
];

const countClicks = (clicks: number) => `${clicks.toLocaleString('en')} click${clicks === 1 ? '' : 's'}`;

/** Shows a form for a new campaign, and the list of all campaigns. */
export function CampaignsTab() {
  const list = useList({
    sorts: ['-createdAt', 'createdAt'],
    read: (query) => queryOf('GET /api/admin/campaigns', { query }),
    rowsOf: ({ campaigns }) => campaigns,
  });
  const { google, meta, rumble } = plannedDailyBudgets;
  return (
    <>
      <NewCampaign />
      <DataTable
        title="All campaigns"
        file="campaigns"
        list={list}
        columns={columns}
        find="Search by name or text"
        empty="No campaigns yet."
      >
        <p className="text-ink-2">
          Budget plan: ${google} a day for Google, ${meta} for Meta, and ${rumble} for Rumble.
        </p>
        <p className="text-ink-2">
          Status shows our last instruction to the platform. Changes made there don’t appear here.
        </p>
      </DataTable>
    </>
  );
}

function CampaignActs({ campaign }: { campaign: Campaign }) {
  const { id, name, status, platform } = campaign;
  const change = (to: 'active' | 'paused' | 'ended', reason?: string) =>
    call('PATCH /api/admin/campaigns/{id}', { params: { id }, body: { status: to, ...(reason ? { reason } : {}) } });
  const pause = useAct(() => change('paused'), {
    onDone: () => toast({ title: 'Campaign paused', description: name }),
    onFailed: toastError,
  });
  if (status === 'ended') return <span className="text-ink-2">–</span>;
  return (
    <Beside className="@3xl:flex-nowrap">
      {status === 'active' ? (
        <SmallButton busy={pause.isPending} busyLabel="Pausing…" onClick={() => pause.start()}>
          Pause<span className="sr-only"> {name}</span>
        </SmallButton>
      ) : status === 'draft' ? (
        <span className="text-ink-2">Not created yet</span>
      ) : (
        <ReasonButton
          label="Start"
          what={name}
          title={`Start ${name}`}
          does="Start campaign"
          doing="Starting…"
          act={(reason) => change('active', reason)}
          onDone={() => toast({ title: 'Campaign started', description: name })}
        >
          <BeforeItShows campaign={campaign} />
        </ReasonButton>
      )}
      <ReasonButton
        label="End"
        what={name}
        title={`End ${name}`}
        does="End campaign"
        doing="Ending…"
        act={(reason) => change('ended', reason)}
        onDone={() => toast({ title: 'Campaign ended', description: name })}
      >
        <p>You can’t start it again.</p>
        {platform !== 'rumble' && <p>Its numbers will stop updating, but you’ll still see the last ones.</p>}
        {platform === 'rumble' && <p>If it’s already on Rumble, end it there too. We’ll close its task.</p>}
      </ReasonButton>
    </Beside>
  );
}

/** Returns the campaign's texts that its platform did not receive. */
function unsentTexts({
  platform,
  hasAd,
  adMessage,
  targetAudience,
  keywords,
}: Campaign): [name: string, text: string][] {
  if (platform === 'rumble') return [];
  // Google receives the keywords with the campaign, X with the ad, and Meta does not receive them.
  const receivesKeywords = platform === 'google' || (platform === 'x' && hasAd);
  const all: [string, string][] = [
    ['Ad message', hasAd ? '' : adMessage],
    ['Target audience', targetAudience],
    ['Keywords', receivesKeywords ? '' : keywords.join(', ')],
  ];
  return all.filter(([, text]) => text);
}

/** Shows the cost of starting a campaign, and the texts that an operator must enter at the platform. */
function BeforeItShows({ campaign }: { campaign: Campaign }) {
  const { platform, hasAd } = campaign;
  const texts = unsentTexts(campaign);
  return (
    <>
      {!hasAd && platform !== 'rumble' && (
        <p>This campaign has no ad yet. Nothing will show until you create one on {platformNames[platform]}.</p>
      )}
      <p>
        {hasAd && 'Its ad is ready and paused too. '}
        Once you start the campaign, you pay up to its daily budget every day.
        {hasAd && platform === 'meta' && ' Meta shows the ad in the United States.'}
        {hasAd && platform === 'x' && ' X shows the ad for a year after it’s created.'}
      </p>
      {texts.length > 0 && (
        <>
          <p>We didn’t send these details to {platformNames[platform]}. You can enter them there yourself.</p>
          <Facts facts={texts} />
          <Buttons>
            <CopyButton
              variant="quiet"
              text={texts.map(([name, text]) => `${name}: ${text}`).join('\n')}
              label="Copy"
              what="the details"
            />
          </Buttons>
        </>
      )}
    </>
  );
}
