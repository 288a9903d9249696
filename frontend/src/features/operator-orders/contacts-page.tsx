import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import type { Reply } from '../../lib/api/client.ts';
import { Age } from '../../operator/age.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { TransferLink } from '../../operator/parts.tsx';
import { searchOf } from '../../operator/queries.ts';
import { useList } from '../../operator/use-list.ts';

type Contact = Reply<'GET /api/admin/contacts'>['contacts'][number];

/** The words with which the list shows why a contact is stored. */
const reasons: Record<Contact['reason'], string> = {
  receipt: 'Receipt and updates for a transfer',
  stripe_pending_notification: 'Wants to pay another way',
  refund_request: 'Wants a refund',
  quantum_waitlist: 'Quantum waitlist',
  signal_subscription: 'Signals by email',
  concierge: 'Has the concierge',
  newsletter: 'Newsletters',
};

const columns: readonly Column<Contact>[] = [
  { name: 'Added', sort: 'createdAt', show: ({ createdAt }) => <Age at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Reason', show: ({ reason }) => reasons[reason] ?? formatWord(reason), save: ({ reason }) => reason },
  {
    name: 'Email',
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
    isPrivate: true,
    read: (query) => searchOf('POST /api/admin/contacts/search', { ...query, reason: reason.kind }),
    rowsOf: ({ contacts }) => contacts,
  });
  return (
    <OperatorPage title={pages.adminContacts.title} lead="Only contact people about what they asked for.">
      <DataTable
        title="All contacts"
        file={reason.kind === 'quantum_waitlist' ? 'waitlist' : 'contacts'}
        list={list}
        columns={columns}
        find="Search by email, phone, transfer, or message"
        filter={<FilterField label="Reason" filter={reason} />}
        empty={reason.kind ? 'No contacts with this reason.' : 'No contacts yet.'}
      />
    </OperatorPage>
  );
}
