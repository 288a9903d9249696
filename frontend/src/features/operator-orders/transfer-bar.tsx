import { useQuery } from '@tanstack/react-query';
import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import type { ReactNode } from 'react';
import { queryOf } from '../../lib/api/client.ts';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../operator/live.ts';
import { Status } from '../../operator/parts.tsx';
import { sessionQuery } from '../../operator/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { ConciergeLinkButton } from './concierge-link.tsx';
import type { Payment } from './payment-columns.tsx';
import { isRefundable, RefundButton } from './refund-button.tsx';

/** States of a payment that gives no access. An operator can still bypass the payment. */
const unpaid: ReadonlySet<string> = new Set(['open', 'failed', 'canceled']);

/** Shows the path, amount, state and masked email address of a transfer, with every action on it. */
export function TransferBar({ id, payments }: { id: string; payments: readonly Payment[] | undefined }) {
  const { data: session } = useQuery(sessionQuery);
  const read = useLive(queryOf('GET /api/admin/transfers/{transferId}', { params: { transferId: id } }));
  const reach = useLive(queryOf('GET /api/admin/transfers/{transferId}/reach', { params: { transferId: id } }));
  const transfer = read.data;
  const isUnpaid = payments?.every(({ status }) => unpaid.has(status));
  return (
    <Card
      as="section"
      aria-label="Summary"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-4"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {transfer && (
          <>
            <Entry name="Path">{`${exchangeNames[transfer.fromExchange]} → ${walletNames[transfer.toWallet]}`}</Entry>
            <Entry name="Amount">
              {transfer.sourceAmount === '0'
                ? 'Not entered'
                : `${Number(transfer.sourceAmount).toLocaleString('en-US', { maximumFractionDigits: 6 })} XRP`}
            </Entry>
            <Entry name="Status">
              <Status of={transfer.status} />
            </Entry>
          </>
        )}
        {read.isPending && <Skeleton className="h-12 w-60" />}
        {reach.data && <Entry name="Email">{reach.data.email ?? 'None'}</Entry>}
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        {payments?.filter(isRefundable).map((payment) => (
          <RefundButton key={payment.id} payment={payment} />
        ))}
        {payments && <ConciergeLinkButton payments={payments} orderId={id} />}
        {isUnpaid && session?.role === 'owner' && (
          <ButtonLink variant="quiet" small to={paths.adminBypass(id)}>
            Bypass payment
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
