import { longestPost } from '@xrp-bridge/contracts/ad-plan';
import { pages } from '@xrp-bridge/contracts/pages';
import { call, queryOf } from '../../lib/api/client.ts';
import { DialogButton, ReasonButton } from '../../operator/act-button.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { useDialog } from '../../operator/page-dialog.ts';
import { When } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Row as Beside } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.ts';
import { PostsTable } from './posts-table.tsx';
import { type Variation, VariationDialog } from './variation-dialog.tsx';

const columns: readonly Column<Variation>[] = [
  { name: 'Added', sort: 'createdAt', show: ({ createdAt }) => <When at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Theme', show: ({ theme }) => theme, save: ({ theme }) => theme },
  { name: 'Text', show: ({ text }) => text, save: ({ text }) => text },
  {
    name: 'Length',
    isNumber: true,
    show: ({ weightedLength }) => `${weightedLength} of ${longestPost}`,
    save: ({ weightedLength }) => weightedLength,
  },
  {
    name: 'Posted',
    show: ({ timesPosted, lastPostedAt }) =>
      timesPosted === 0 ? (
        'never'
      ) : (
        <>
          {timesPosted}×, last <When at={lastPostedAt} />
        </>
      ),
    save: ({ timesPosted }) => timesPosted,
  },
  {
    name: 'Status',
    show: ({ retiredAt }) => (retiredAt ? <Pill>Retired</Pill> : <Pill kind="good">In use</Pill>),
    save: ({ retiredAt }) => (retiredAt ? 'retired' : 'in use'),
  },
  { name: 'Actions', show: (variation) => <VariationActs variation={variation} /> },
];

/** Shows the pool of texts for posts, and the posts. */
export function PoolPage() {
  const list = useList({
    sorts: ['-createdAt', 'createdAt'],
    read: (query) => queryOf('GET /api/admin/ad-variations', { query }),
    rowsOf: ({ variations }) => variations,
  });
  return (
    <OperatorPage
      title={pages.marketingPool.title}
      lead="Each post uses one of these texts. The theme changes each time, and we skip texts too similar to the last few posts."
      aside={<AddText />}
    >
      <DataTable
        title="Ad texts"
        file="ad-pool"
        list={list}
        columns={columns}
        find="Search by theme or text"
        empty="No texts yet, so nothing can be posted."
      />
      <PostsTable />
    </OperatorPage>
  );
}

function AddText() {
  const showDialog = useDialog();
  return <Button onClick={() => showDialog(<VariationDialog />)}>Add a text</Button>;
}

function VariationActs({ variation }: { variation: Variation }) {
  const { id, theme, retiredAt } = variation;
  const retire = (retired: boolean) => (reason: string) =>
    call('PATCH /api/admin/ad-variations/{id}', { params: { id }, body: { retired, reason } });
  return (
    <Beside className="@3xl:flex-nowrap">
      <DialogButton label="Edit" what={theme} dialog={<VariationDialog variation={variation} />} />
      {retiredAt ? (
        <ReasonButton
          label="Restore"
          what={theme}
          title="Restore this text"
          does="Restore"
          doing="One moment…"
          act={retire(false)}
          onDone={() => toast({ title: 'Text restored' })}
        >
          <p>We can post it again.</p>
        </ReasonButton>
      ) : (
        <ReasonButton
          label="Retire"
          what={theme}
          title="Retire this text"
          does="Retire"
          doing="One moment…"
          act={retire(true)}
          onDone={() => toast({ title: 'Text retired' })}
        >
          <p>We won’t post it anymore, but it stays on the list.</p>
        </ReasonButton>
      )}
    </Beside>
  );
}
