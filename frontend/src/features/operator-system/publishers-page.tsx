import { pages } from '@xrp-bridge/contracts/pages';
import { call, queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { useAct } from '../../operator/live.ts';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Status, When } from '../../operator/parts.tsx';
import { SmallButton } from '../../operator/small-button.tsx';
import { toastError, toastOutcome } from '../../operator/toasts.ts';
import { useList } from '../../operator/use-list.ts';

type Publisher = Reply<'GET /api/admin/publishers'>['publishers'][number];

const states: Record<Publisher['state'], string> = { waiting: 'Waiting', allowed: 'Allowed', blocked: 'Blocked' };

const columns: readonly Column<Publisher>[] = [
  { name: 'Site', show: ({ domain }) => <span className="wrap-anywhere">{domain}</span>, save: ({ domain }) => domain },
  { name: 'Status', show: ({ state }) => <Status of={state} />, save: ({ state }) => state },
  { name: 'First seen', sort: 'at', show: ({ seenAt }) => <When at={seenAt} />, save: ({ seenAt }) => seenAt },
  {
    name: 'Reviewed',
    show: ({ decidedAt }) => <When at={decidedAt} never="–" />,
    save: ({ decidedAt }) => decidedAt,
  },
  { name: 'Actions', show: (publisher) => <Decide publisher={publisher} /> },
];

/**
 * Lists the publishers, with buttons that allow or block them.
 * Only reports of allowed publishers count for signals and receive links.
 */
export function PublishersPage() {
  const state = useFilter('state', states);
  const list = useList({
    sorts: ['-at', 'at'],
    read: (query) => queryOf('GET /api/admin/publishers', { query: { ...query, state: state.kind } }),
    rowsOf: ({ publishers }) => publishers.map((publisher) => ({ id: publisher.domain, ...publisher })),
  });
  return (
    <OperatorPage
      title={pages.adminPublishers.title}
      lead="Only allowed sites count toward signals and get links. New sites wait here for review. Your choice changes links right away, and signals at the next refresh."
    >
      <DataTable
        title="All sites"
        file="publishers"
        list={list}
        columns={columns}
        find="Search by site"
        filter={<FilterField label="Status" filter={state} />}
        empty={state.kind ? 'No matches.' : 'No sites yet.'}
      />
    </OperatorPage>
  );
}

function Decide({ publisher: { domain, state } }: { publisher: Publisher }) {
  return (
    <span className="flex flex-wrap gap-2">
      {state !== 'allowed' && <DecideButton domain={domain} state="allowed" verb="Allow" />}
      {state !== 'blocked' && <DecideButton domain={domain} state="blocked" verb="Block" />}
    </span>
  );
}

function DecideButton({ domain, state, verb }: { domain: string; state: Publisher['state']; verb: string }) {
  const decide = useAct(() => call('POST /api/admin/publishers/{domain}', { params: { domain }, body: { state } }), {
    onDone: (answer) => toastOutcome(answer, `${domain} is ${state}`, 'We couldn’t change this site'),
    onFailed: toastError,
  });
  return (
    <SmallButton busy={decide.isPending} busyLabel="Saving…" onClick={() => decide.start()}>
      {verb}
      <span className="sr-only"> {domain}</span>
    </SmallButton>
  );
}
