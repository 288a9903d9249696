import { pages } from '@xrp-bridge/contracts/pages';
import { productNames } from '@xrp-bridge/contracts/prices';
import { useParams } from 'react-router-dom';
import { ApiError, queryOf } from '../../lib/api/client.ts';
import { CopyId } from '../../operator/copy-id.tsx';
import { describeToOperator } from '../../operator/describe.ts';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { OperatorPage } from '../../operator/operator-page.tsx';
import { Facts, nameTransfer, Panel, Status, When } from '../../operator/parts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton, StateCard } from '../../ui/state.tsx';
import { TransferBar } from './transfer-bar.tsx';

/** Shows the payments and the timeline of a transfer or a concierge order, newest first. */
export function TransferPage() {
  const { id = '' } = useParams();
  const timeline = useLive(queryOf('GET /api/admin/transfers/{transferId}/timeline', { params: { transferId: id } }));
  const payments = useLive(queryOf('GET /api/admin/payments', { query: { transferId: id } }));
  const isUnknown = timeline.error instanceof ApiError && timeline.error.status === 404;
  return (
    <OperatorPage
      title={pages.adminTransfer.title}
      lead={<CopyId id={id} shown={nameTransfer(id)} />}
      aside={
        <ButtonLink variant="quiet" to={pages.adminTransfers.path}>
          All transfers
        </ButtonLink>
      }
    >
      {isUnknown ? (
        <StateCard title="Transfer not found">
          <p>{describeToOperator(timeline.error)}</p>
        </StateCard>
      ) : (
        <>
          {!timeline.isPending && <TransferBar id={id} payments={payments.data?.payments} />}
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <Panel title="History">
              <NotRead title="We couldn’t load the history" query={timeline} />
              {timeline.isPending && <Skeleton className="h-60" />}
              {timeline.data && <Timeline entries={timeline.data.entries} />}
            </Panel>
            <Panel title="Payments">
              <NotRead title="We couldn’t load the payments" query={payments} />
              {payments.isPending && <Skeleton className="h-40" />}
              {payments.data?.payments.length === 0 && <p className="text-ink-2">No payments yet.</p>}
              {payments.data?.payments.map((payment) => (
                <Facts
                  key={payment.id}
                  facts={[
                    ['Payment', <CopyId key="id" id={payment.id} />],
                    ['Product', productNames[payment.product]],
                    ['Status', <Status key="status" of={payment.status} />],
                    ['Amount', `$${payment.amount} ($${payment.refunded} refunded)`],
                    ['Paid', <When key="paid" at={payment.paidAt} />],
                    ['Refund requested', <When key="waits" at={payment.refundRequestedAt} never="–" />],
                  ]}
                />
              ))}
            </Panel>
          </div>
        </>
      )}
    </OperatorPage>
  );
}

function Timeline({ entries }: { entries: readonly { at: string; what: string; detail: string | null }[] }) {
  if (entries.length === 0) return <p className="text-ink-2">Nothing has happened yet.</p>;
  return (
    <ol className="grid border-l-2 border-line">
      {entries.map(({ at, what, detail }) => (
        <li key={`${at} ${what} ${detail}`} className="grid gap-x-4 py-2 pl-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <span className="text-sm text-ink-2">
            <When at={at} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <b>{what}</b>
            {detail && <span className="block text-sm text-ink-2">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
