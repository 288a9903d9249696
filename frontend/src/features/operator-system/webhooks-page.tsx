import { pages } from '@xrp-bridge/contracts/pages';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { FilterField, useFilter } from '../../operator/filter.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Id, Status, When } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';

type WebhookEvent = Reply<'GET /api/admin/webhook-events'>['events'][number];

const outcomes: Record<WebhookEvent['outcome'], string> = {
  settled: 'Settled',
  declined: 'Declined',
  canceled: 'Canceled',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  disputed: 'Disputed',
  unchanged: 'Unchanged',
  ignored: 'Ignored',
  not_ours: 'Not ours',
  wrong_amount: 'Wrong amount',
  wrong_currency: 'Wrong currency',
  wrong_mode: 'Wrong mode',
  wrong_intent: 'Wrong intent',
};

const columns: readonly Column<WebhookEvent>[] = [
  { name: 'Received', sort: 'at', show: ({ receivedAt }) => <When at={receivedAt} />, save: (row) => row.receivedAt },
  { name: 'Event', show: ({ type }) => type, save: ({ type }) => type },
  { name: 'ID', show: ({ id }) => <Id>{id}</Id>, save: ({ id }) => id },
  {
    name: 'Payment',
    show: ({ paymentId }) => (paymentId ? <Id>{paymentId}</Id> : '–'),
    save: ({ paymentId }) => paymentId,
  },
  { name: 'Result', show: ({ outcome }) => <Status of={outcome} />, save: ({ outcome }) => outcome },
];

/** Lists the payment provider's webhooks and their outcomes. */
export function WebhooksPage() {
  const outcome = useFilter('outcome', outcomes);
  const list = useList({
    sorts: ['-at', 'at'],
    read: (query) => queryOf('GET /api/admin/webhook-events', { query: { ...query, outcome: outcome.kind } }),
    rowsOf: ({ events }) => events,
  });
  return (
    <OperatorPage
      title={pages.adminWebhooks.title}
      lead="Events from Stripe. Check any event whose result starts with “Wrong.”"
    >
      <DataTable
        title="All events"
        file="webhook-events"
        list={list}
        columns={columns}
        find="Search by ID, type, or payment"
        filter={<FilterField label="Result" filter={outcome} />}
        empty={outcome.kind ? 'No matches.' : 'No events from Stripe yet.'}
      />
    </OperatorPage>
  );
}
