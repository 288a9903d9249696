import { pages } from '@xrp-bridge/contracts/pages';
import { useState } from 'react';
import { queryOf, type Reply } from '../../shared/api/client.ts';
import type { Column } from '../../shared/operator/column.ts';
import { DataTable } from '../../shared/operator/data-table.tsx';
import { OperatorPage } from '../../shared/operator/operator-page.tsx';
import { Id, Status, sayWord, When } from '../../shared/operator/parts.tsx';
import { useList } from '../../shared/operator/use-list.ts';
import { SelectField } from '../../shared/ui/field.tsx';

type WebhookEvent = Reply<'GET /api/admin/webhook-events'>['events'][number];

const outcomes: readonly WebhookEvent['outcome'][] = [
  'settled',
  'declined',
  'canceled',
  'refunded',
  'refund_failed',
  'disputed',
  'unchanged',
  'ignored',
  'not_ours',
  'wrong_amount',
  'wrong_currency',
  'wrong_mode',
  'wrong_intent',
];

const columns: readonly Column<WebhookEvent>[] = [
  { name: 'Came', sort: 'at', show: ({ receivedAt }) => <When at={receivedAt} />, save: (row) => row.receivedAt },
  { name: 'Event', show: ({ type }) => <Id>{type}</Id>, save: ({ type }) => type },
  { name: 'Id', show: ({ id }) => <Id>{id}</Id>, save: ({ id }) => id },
  {
    name: 'Payment',
    show: ({ paymentId }) => (paymentId ? <Id>{paymentId}</Id> : '–'),
    save: ({ paymentId }) => paymentId,
  },
  { name: 'Came to', show: ({ outcome }) => <Status of={outcome} />, save: ({ outcome }) => outcome },
];

/** What the payment provider told us, and what became of it. */
export function WebhooksPage() {
  const [outcome, setOutcome] = useState<WebhookEvent['outcome'] | ''>('');
  const list = useList({
    sorts: ['-at', 'at'],
    read: (asked) => queryOf('GET /api/admin/webhook-events', { query: { ...asked, ...(outcome ? { outcome } : {}) } }),
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
        filter={
          <SelectField
            label="Came to"
            value={outcome}
            onChange={(event) => setOutcome(event.target.value as typeof outcome)}
          >
            <option value="">All</option>
            {outcomes.map((each) => (
              <option key={each} value={each}>
                {sayWord(each)}
              </option>
            ))}
          </SelectField>
        }
        empty="Stripe has told nothing yet."
      />
    </OperatorPage>
  );
}
