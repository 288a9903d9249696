import type { ReplyOf } from '@xrp-bridge/contracts/define';
import { exchangeNames, walletNames } from '@xrp-bridge/contracts/names';
import { notificationApi } from '@xrp-bridge/contracts/notification';
import { paymentApi } from '@xrp-bridge/contracts/payment';
import { productNames } from '@xrp-bridge/contracts/prices';
import type { AdminTimeline } from '@xrp-bridge/contracts/public-api';
import { taskApi } from '@xrp-bridge/contracts/task';
import { formatTaskKind } from '@xrp-bridge/contracts/task-kinds';
import { formatWord } from '@xrp-bridge/contracts/words';
import { ProblemError } from '@xrp-bridge/runtime';
import { findAuditOf } from './access/audit.ts';
import { asTransferId, readTransfer, type Services, type TransferRecord } from './clients.ts';
import type { Context } from './context.ts';

type Entry = ReplyOf<typeof AdminTimeline>['entries'][number];

/**
 * Returns the history of an order from all services and the audit trail, newest first.
 * For a deleted transfer, or a concierge bought without a transfer, only payments, tasks, mails and audit entries
 * exist.
 * @throws ProblemError transfer_not_found if the id has neither a transfer nor a paid payment
 */
export async function readTimeline({ services, db }: Context, id: string): Promise<Entry[]> {
  const transferId = asTransferId(id);
  const [transfer, { payments }, receipt, { tasks }, { mails }, audit] = await Promise.all([
    findTransfer(services, transferId),
    services.payment.call(paymentApi.list, { query: { transferId, limit: 200 } }),
    services.payment.call(paymentApi.readReceipt, { params: { id: transferId } }),
    services.notification.call(taskApi.list, { query: { search: transferId, sort: '-since', limit: 200 } }),
    services.notification.call(notificationApi.listMails, { params: { transferId } }),
    findAuditOf(db, transferId),
  ]);
  if (!transfer && payments.every(({ paidAt }) => paidAt === null)) throw new ProblemError('transfer_not_found');
  const entries: (Entry | null)[] = [
    ...(transfer ? entriesOf(transfer) : []),
    ...payments.flatMap((payment) => [
      entry(
        payment.createdAt,
        'Payment started',
        `${productNames[payment.product]}, $${payment.amount}, ${payment.id}`,
      ),
      entry(payment.paidAt, 'Paid', `$${payment.amount}, ${payment.id}`),
      entry(payment.refundRequestedAt, 'Refund requested', payment.id),
    ]),
    ...receipt.payments.map(({ refundedAt, refunded }) => entry(refundedAt, 'Refunded', `$${refunded}`)),
    ...tasks
      .filter(({ orderId }) => orderId === transferId)
      .flatMap(({ since, kind, why, doneAt, doneBy, reason }) => [
        entry(since, 'Task opened', `${formatTaskKind(kind)}: ${why}`),
        entry(doneAt, 'Task closed', `${formatTaskKind(kind)}, by ${doneBy}: ${reason ?? ''}`),
      ]),
    ...mails.flatMap(({ template, createdAt: planned, sentAt, droppedAt }) => [
      entry(sentAt, 'Email sent', formatWord(template)),
      entry(droppedAt, 'Email not delivered', formatWord(template)),
      sentAt || droppedAt ? null : entry(planned, 'Email scheduled', formatWord(template)),
    ]),
    ...audit.map(({ at, operator, what, reason, outcome }) =>
      entry(at, `${operator}: ${what}`, [formatWord(outcome), reason].filter(Boolean).join(': ')),
    ),
  ];
  return entries.filter((one) => one !== null).sort((a, b) => b.at.localeCompare(a.at));
}

/**
 * Returns null for a missing transfer.
 * A transfer is missing if the id is a concierge order's, or if the transfer was deleted.
 */
async function findTransfer(services: Services, id: string): Promise<TransferRecord | null> {
  try {
    return await readTransfer(services, id);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'transfer_not_found') return null;
    throw error;
  }
}

function entriesOf(transfer: TransferRecord): (Entry | null)[] {
  const { status, createdAt, updatedAt, addressChangedAt, arrivalClaimedAt, arrivals, fromExchange, toWallet } =
    transfer;
  return [
    entry(createdAt, 'Transfer started', `From ${exchangeNames[fromExchange]} to ${walletNames[toWallet]}`),
    entry(addressChangedAt, 'XRP address changed after payment', null),
    entry(arrivalClaimedAt, 'Customer said the XRP arrived', 'We hadn’t seen it on the XRP network'),
    ...arrivals.map(({ at, deliveredXrp, hash }) => entry(at, 'XRP arrived', `${deliveredXrp} XRP, ${hash}`)),
    updatedAt === createdAt
      ? null
      : entry(updatedAt, 'Transfer last changed', `Status: ${formatWord(status).toLowerCase()}`),
  ];
}

function entry(at: string | null, what: string, detail: string | null): Entry | null {
  return at === null ? null : { at, what, detail };
}
