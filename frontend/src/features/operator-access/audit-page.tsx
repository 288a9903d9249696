import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { TransferLink, When } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';
import { Pill } from '../../ui/note.tsx';

type Entry = Reply<'GET /api/admin/audit'>['entries'][number];

const columns: readonly Column<Entry>[] = [
  { name: 'When', sort: 'at', show: ({ at }) => <When at={at} />, save: ({ at }) => at },
  { name: 'Who', isWritten: true, show: ({ operator }) => operator, save: ({ operator }) => operator },
  {
    name: 'IP address',
    show: ({ ip }) => <code className="whitespace-nowrap font-mono">{ip}</code>,
    save: ({ ip }) => ip,
  },
  { name: 'Action', show: ({ what }) => what, save: ({ what }) => what },
  { name: 'API call', save: ({ action }) => action },
  {
    name: 'Related to',
    show: ({ subject }) => (subject ? <TransferLink id={subject} /> : '–'),
    save: ({ subject }) => subject,
  },
  { name: 'Reason', isWritten: true, show: ({ reason }) => reason ?? '–', save: ({ reason }) => reason },
  {
    name: 'Result',
    show: ({ outcome }) => <Pill kind={outcome === 'done' ? 'good' : 'warn'}>{formatWord(outcome)}</Pill>,
    save: ({ outcome }) => outcome,
  },
];

/** Lists the operators' actions from the audit trail, with time, address and reason. */
export function AuditPage() {
  const list = useList({
    sorts: ['-at', 'at'],
    read: (query) => queryOf('GET /api/admin/audit', { query }),
    rowsOf: ({ entries }) => entries,
  });
  return (
    <OperatorPage title={pages.adminAudit.title} lead="We log each change here before it takes effect.">
      <DataTable
        title="Changes"
        file="audit-trail"
        list={list}
        columns={columns}
        find="Search by name, ID, or text"
        empty="No changes yet."
      />
    </OperatorPage>
  );
}
