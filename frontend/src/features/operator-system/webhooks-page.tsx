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
  { name: 'Came', sort: 'at', show: ({ receivedAt }) => <When at={receivedAt} />, save: (row) => row.receivedAt },
  { name: 'Event', show: ({ type }) => type, save: ({ type }) => type },
  { name: 'Id', show: ({ id }) => <Id>{id}</Id>, save: ({ id }) => id },
  {
    name: 'Payment',
    show: ({ paymentId }) => (paymentId ? <Id>{paymentId}</Id> : '–'),
    save: ({ paymentId }) => paymentId,
  },
  { name: 'Came to', show: ({ outcome }) => <Status of={outcome} />, save: ({ outcome }) => outcome },
];

/** The payment provider's webhooks and their outcomes. */
export function WebhooksPage() {
  const outcome = useFilter('outcome', outcomes);
  const list = useList({
    sorts: ['-at', 'at'],
    read: (query) => queryOf('GET /api/admin/webhook-events', { query: { ...query, outcome: outcome.kind } }),
    rowsOf: ({ events }) => events,
  });
  return (
    <OperatorPage title={pages.adminWebhooks.title} lead="What Stripe told us. Look at those that came to “Wrong”.">
      <DataTable
        title="All events"
        file="webhook-events"
        list={list}
        columns={columns}
        find="Find by id, kind or payment"
        filter={<FilterField label="Came to" filter={outcome} />}
        empty={outcome.kind ? 'There is none of this kind.' : 'Stripe has told nothing yet.'}
      />
    </OperatorPage>
  );
}
