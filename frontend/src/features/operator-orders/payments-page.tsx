import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf } from '../../lib/api/client.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { useList } from '../../operator/use-list.ts';
import { paymentColumns } from './payment-columns.tsx';
import { RefundButton } from './refund-button.tsx';

export function PaymentsPage() {
  const list = useList({
    sorts: ['-createdAt', 'createdAt'],
    read: (query) => queryOf('GET /api/admin/payments', { query }),
    rowsOf: ({ payments }) => payments,
  });
  return (
    <OperatorPage title={pages.adminPayments.title}>
      <DataTable
        title="All payments"
        file="payments"
        list={list}
        columns={[
          ...paymentColumns,
          {
            name: 'Actions',
            line: 2,
            show: (payment) => <RefundButton payment={payment} />,
          },
        ]}
        find="Search by payment, transfer, or Stripe ID"
        empty="No payments yet."
      />
    </OperatorPage>
  );
}
