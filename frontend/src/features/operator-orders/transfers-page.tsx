import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import type { Reply } from '../../lib/api/client.ts';
import { Age } from '../../operator/age.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Status, TransferLink } from '../../operator/parts.tsx';
import { searchOf } from '../../operator/queries.ts';
import { SavedViews } from '../../operator/saved-views.tsx';
import { useList } from '../../operator/use-list.ts';

type Row = Reply<'GET /api/admin/transfers'>['transfers'][number];

const statuses: Record<Row['status'] | 'not_arrived', string> = {
  pending: 'Pending',
  paid: 'Paid',
  instructions_sent: 'Instructions sent',
  completed: 'Completed',
  expired: 'Expired',
  refunded: 'Refunded',
  not_arrived: 'Paid over 24 h, not arrived',
};

// No column shows the customer's address. The search finds a transfer by its address, but only the owner may see the
// address.
const columns: readonly Column<Row>[] = [
  {
    name: 'Started',
    sort: 'createdAt',
    line: 2,
    show: ({ createdAt }) => <Age at={createdAt} />,
    save: (row) => row.createdAt,
  },
  { name: 'Transfer', line: 1, show: ({ id }) => <TransferLink id={id} opensRow />, save: ({ id }) => id },
  {
    name: 'From',
    line: 2,
    show: ({ fromExchange }) => exchangeNames[fromExchange],
    save: (row) => exchangeNames[row.fromExchange],
  },
  { name: 'To', line: 2, show: ({ toWallet }) => walletNames[toWallet], save: (row) => walletNames[row.toWallet] },
  {
    name: 'Status',
    line: 1,
    show: ({ status, arrivalClaimedAt }) => (
      <>
        <Status of={status} />
        {arrivalClaimedAt && <span className="block text-sm text-ink-2">Customer says XRP arrived</span>}
      </>
    ),
    save: ({ status }) => status,
  },
  { name: 'Concierge', show: ({ access }) => formatWord(access.concierge), save: ({ access }) => access.concierge },
  {
    name: 'Fee',
    isNumber: true,
    show: ({ serviceFee }) => `$${serviceFee}`,
    save: ({ serviceFee }) => Number(serviceFee),
  },
  {
    name: 'Updated',
    sort: 'updatedAt',
    show: ({ updatedAt }) => <Age at={updatedAt} />,
    save: (row) => row.updatedAt,
  },
];

/** Lists all transfers, for operators who answer customers. */
export function TransfersPage() {
  const status = useFilter('status', statuses);
  const list = useList({
    sorts: ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'],
    isPrivate: true,
    read: (query) => searchOf('POST /api/admin/transfers/search', { ...query, status: status.kind }),
    rowsOf: ({ transfers }) => transfers,
  });
  return (
    <OperatorPage title={pages.adminTransfers.title}>
      <DataTable
        title="All transfers"
        file="transfers"
        list={list}
        columns={columns}
        find="Search by ID, reference, exchange, wallet, or address"
        filter={<FilterField label="Status" filter={status} />}
        empty="No transfers to show."
      >
        <SavedViews />
        <p className="text-ink-2">
          You can only find an unpaid transfer by its ID or reference. To see the newest ones, choose “Pending.”
        </p>
      </DataTable>
    </OperatorPage>
  );
}
