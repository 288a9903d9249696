import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { TransferLink, When } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';

type Contact = Reply<'GET /api/admin/contacts'>['contacts'][number];

/** The words with which the list shows why a contact is stored. */
const reasons: Record<Contact['reason'], string> = {
  receipt: 'Receipts and news of a transfer',
  stripe_pending_notification: 'Wants to pay another way',
  refund_request: 'Asks for a refund',
  quantum_waitlist: 'Quantum waitlist',
  signal_subscription: 'Signals by e-mail',
  concierge: 'Owns the concierge',
  newsletter: 'Newsletters',
};

const columns: readonly Column<Contact>[] = [
  { name: 'Since', sort: 'createdAt', show: ({ createdAt }) => <When at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Why', show: ({ reason }) => reasons[reason] ?? formatWord(reason), save: ({ reason }) => reason },
  {
    name: 'E-mail',
    isWritten: true,
    show: ({ email }) =>
      email ? (
        <a
          className="inline-flex min-h-11 items-center text-water underline underline-offset-3"
          href={`mailto:${email}`}
        >
          {email}
        </a>
      ) : (
        'none'
      ),
    save: ({ email }) => email,
  },
  { name: 'Phone', show: ({ phone }) => phone ?? 'none', save: ({ phone }) => phone },
  { name: 'Message', isWritten: true, show: ({ message }) => message ?? '–', save: ({ message }) => message },
  {
    name: 'Transfer',
    show: ({ transferId }) => <TransferLink id={transferId} />,
    save: ({ transferId }) => transferId,
  },
];

/** Lists the contacts of customers, and the waitlist. */
export function ContactsPage() {
  const reason = useFilter('reason', reasons);
  const list = useList({
    sorts: ['-createdAt', 'createdAt'],
    read: (query) => queryOf('GET /api/admin/contacts', { query: { ...query, reason: reason.kind } }),
    rowsOf: ({ contacts }) => contacts,
  });
  return (
    <OperatorPage title={pages.adminContacts.title} lead="Write only about what they asked for.">
      <DataTable
        title="Who can be reached"
        file={reason.kind === 'quantum_waitlist' ? 'waitlist' : 'contacts'}
        list={list}
        columns={columns}
        find="Find by e-mail, phone, transfer or words"
        filter={<FilterField label="Why" filter={reason} />}
        empty={reason.kind ? 'There is none of this kind.' : 'No one has left a word yet.'}
      />
    </OperatorPage>
  );
}
