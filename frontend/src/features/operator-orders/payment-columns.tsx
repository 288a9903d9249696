import { productNames } from '@xrp-bridge/contracts/prices';
import type { Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { Id, Status, TransferLink, When } from '../../operator/parts.tsx';

export type Payment = Reply<'GET /api/admin/payments'>['payments'][number];

/** The columns of all lists of payments. */
export const paymentColumns: readonly Column<Payment>[] = [
  { name: 'Begun', sort: 'createdAt', show: ({ createdAt }) => <When at={createdAt} />, save: (row) => row.createdAt },
  { name: 'Payment', show: ({ id }) => <Id>{id}</Id>, save: ({ id }) => id },
  { name: 'Transfer', show: ({ transferId }) => <TransferLink id={transferId} />, save: (row) => row.transferId },
  { name: 'For', show: ({ product }) => productNames[product], save: ({ product }) => product },
  { name: 'Status', show: ({ status }) => <Status of={status} />, save: ({ status }) => status },
  { name: 'Amount', isNumber: true, show: ({ amount }) => `$${amount}`, save: ({ amount }) => Number(amount) },
  { name: 'Paid back', isNumber: true, show: ({ refunded }) => `$${refunded}`, save: (row) => Number(row.refunded) },
  {
    name: 'Refund waits since',
    show: ({ refundRequestedAt }) => <When at={refundRequestedAt} never="–" />,
    save: ({ refundRequestedAt }) => refundRequestedAt,
  },
];
