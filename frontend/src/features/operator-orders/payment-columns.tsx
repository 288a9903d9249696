import { productNames } from '@xrp-bridge/contracts/prices';
import type { Reply } from '../../lib/api/client.ts';
import { Age } from '../../operator/age.tsx';
import type { Column } from '../../operator/column.ts';
import { CopyId } from '../../operator/copy-id.tsx';
import { Status, TransferLink } from '../../operator/parts.tsx';

export type Payment = Reply<'GET /api/admin/payments'>['payments'][number];

/** The columns of all lists of payments. */
export const paymentColumns: readonly Column<Payment>[] = [
  {
    name: 'Started',
    sort: 'createdAt',
    line: 2,
    show: ({ createdAt }) => <Age at={createdAt} />,
    save: (row) => row.createdAt,
  },
  { name: 'Payment', show: ({ id }) => <CopyId id={id} />, save: ({ id }) => id },
  {
    name: 'Transfer',
    line: 1,
    show: ({ transferId }) => <TransferLink id={transferId} opensRow />,
    save: (row) => row.transferId,
  },
  { name: 'Product', show: ({ product }) => productNames[product], save: ({ product }) => product },
  { name: 'Status', line: 1, show: ({ status }) => <Status of={status} />, save: ({ status }) => status },
  { name: 'Amount', isNumber: true, line: 1, show: ({ amount }) => `$${amount}`, save: ({ amount }) => Number(amount) },
  { name: 'Refunded', isNumber: true, show: ({ refunded }) => `$${refunded}`, save: (row) => Number(row.refunded) },
  {
    name: 'Refund requested',
    show: ({ refundRequestedAt }) => <Age at={refundRequestedAt} never="–" />,
    save: ({ refundRequestedAt }) => refundRequestedAt,
  },
];
