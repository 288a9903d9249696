import { pages } from '@xrp-bridge/contracts/pages';
import { useState } from 'react';
import { queryOf, type Reply } from '../../shared/api/client.ts';
import type { Column } from '../../shared/operator/column.ts';
import { DataTable } from '../../shared/operator/data-table.tsx';
import { OperatorPage } from '../../shared/operator/operator-page.tsx';
import { Status, sayWord, TransferLink, When } from '../../shared/operator/parts.tsx';
import { useList } from '../../shared/operator/use-list.ts';
import { SelectField } from '../../shared/ui/field.tsx';

type Row = Reply<'GET /api/admin/transfers'>['transfers'][number];

const statuses = ['pending', 'paid', 'instructions_sent', 'completed', 'expired', 'refunded'] as const;

// No address: it is looked up by the search, and shown to its owner alone.
const columns: readonly Column<Row>[] = [
  { name: 'Begun', sort: 'createdAt', show: ({ createdAt }) => <When at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Transfer', show: ({ id }) => <TransferLink id={id} />, save: ({ id }) => id },
  { name: 'From', show: ({ fromExchange }) => fromExchange, save: ({ fromExchange }) => fromExchange },
  { name: 'To', show: ({ toWallet }) => toWallet, save: ({ toWallet }) => toWallet },
  { name: 'Status', show: ({ status }) => <Status of={status} />, save: ({ status }) => status },
  { name: 'Concierge', show: ({ access }) => sayWord(access.concierge), save: ({ access }) => access.concierge },
  {
    name: 'Fee',
    isNumber: true,
    show: ({ serviceFee }) => `$${serviceFee}`,
    save: ({ serviceFee }) => Number(serviceFee),
  },
  {
    name: 'Changed',
    sort: 'updatedAt',
    show: ({ updatedAt }) => <When at={updatedAt} />,
    save: (row) => row.updatedAt,
  },
];

/** Every transfer, for whoever answers a customer. */
export function TransfersPage() {
  const [status, setStatus] = useState<(typeof statuses)[number] | ''>('');
  const list = useList({
    sorts: ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'],
    read: (asked) => queryOf('GET /api/admin/transfers', { query: { ...asked, ...(status ? { status } : {}) } }),
    rowsOf: ({ transfers }) => transfers,
  });
  return (
    <OperatorPage title={pages.adminTransfers.title}>
      <DataTable
        title="All transfers"
        file="transfers"
        list={list}
        columns={columns}
        find="Find by id, reference, exchange, wallet or address"
        filter={
          <SelectField
            label="Status"
            value={status}
            onChange={(event) => setStatus(event.target.value as typeof status)}
          >
            <option value="">All</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {sayWord(each)}
              </option>
            ))}
          </SelectField>
        }
        empty="There is no transfer of this kind yet."
      />
    </OperatorPage>
  );
}
