import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { pages } from '@xrp-bridge/contracts/pages';
import { formatWord } from '@xrp-bridge/contracts/words';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import { Age } from '../../operator/age.tsx';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Status, TransferLink } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';

type Row = Reply<'GET /api/admin/transfers'>['transfers'][number];

const statuses: Record<Row['status'], string> = {
  pending: 'Pending',
  paid: 'Paid',
  instructions_sent: 'Instructions sent',
  completed: 'Completed',
  expired: 'Expired',
  refunded: 'Refunded',
};

// No column shows the customer's address. The search finds a transfer by its address, but only the owner may see the
// address.
const columns: readonly Column<Row>[] = [
  { name: 'Started', sort: 'createdAt', show: ({ createdAt }) => <Age at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Transfer', show: ({ id }) => <TransferLink id={id} opensRow />, save: ({ id }) => id },
  {
    name: 'From',
    show: ({ fromExchange }) => exchangeNames[fromExchange],
    save: (row) => exchangeNames[row.fromExchange],
  },
  { name: 'To', show: ({ toWallet }) => walletNames[toWallet], save: (row) => walletNames[row.toWallet] },
  {
    name: 'Status',
    show: ({ status, arrivalClaimedAt }) => (
      <>
        <Status of={status} />
        {arrivalClaimedAt && <span className="block text-sm text-ink-2">Customer says it arrived</span>}
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
    read: (query) => queryOf('GET /api/admin/transfers', { query: { ...query, status: status.kind } }),
    rowsOf: ({ transfers }) => transfers,
  });
  return (
    <OperatorPage title={pages.adminTransfers.title}>
      <DataTable
        title="All transfers"
        file="transfers"
        list={list}
        columns={columns}
        find="Find by ID, reference, exchange, wallet or address"
        filter={<FilterField label="Status" filter={status} />}
        empty="No transfers of this kind yet."
      >
        <p className="text-ink-2">
          You can find an unpaid transfer by its ID or reference. To see the newest ones, choose “Pending”.
        </p>
      </DataTable>
    </OperatorPage>
  );
}
