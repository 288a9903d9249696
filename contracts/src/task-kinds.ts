import { formatWord } from './words.ts';

/** Names of the kinds of tasks, for operators. */
export const taskKindNames = {
  refund_request: 'Refund request',
  hand_payment: 'Request to pay another way',
  refund_failed: 'Refund failed',
  unlocks_nothing: 'Payment to refund',
  wrong_amount: 'Wrong amount',
  dispute: 'Dispute',
  not_released: 'Payment not linked to its transfer',
  accounting_alarm: 'Accounting problem',
  campaign_by_hand: 'Campaign to create',
} as const;

/** Formats the kind of a task. A kind without a name is formatted as a word. */
export function formatTaskKind(kind: string): string {
  const names: Partial<Record<string, string>> = taskKindNames;
  return names[kind] ?? formatWord(kind);
}
