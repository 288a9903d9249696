import type { Briefing } from '@xrp-bridge/contracts/briefing';
import { formatCents } from '@xrp-bridge/contracts/prices';
import { referenceOf } from '@xrp-bridge/contracts/reference';
import { transferIdSchema } from '@xrp-bridge/contracts/transfer';
import type { NewTask } from './task.ts';

/** An alert for operators. Its id is derived from its cause, so that each cause creates one alert. */
export type Alert = { id: string } & AlertContent;

export type AlertContent =
  | { kind: TaskAlertKind; facts: TaskFacts }
  | { kind: 'system'; facts: SystemFacts }
  | { kind: 'digest'; facts: DigestFacts }
  | { kind: 'weekly'; facts: WeeklyFacts }
  | { kind: 'test'; facts: Record<string, never> }
  | { kind: 'confirmation'; facts: { token: string } };

/** The validity of the link in a confirmation mail. */
export const confirmationHours = 24;

type TaskAlertKind = 'refund_requests' | 'hand_payments' | 'disputes' | 'accounting';

/** Facts of a task, without personal data. */
export interface TaskFacts {
  /** A sentence without its full stop, for example "A customer asked for a refund of $4.00". */
  what: string;
  details: string | null;
  /** The transfer's reference; null if the task is about no transfer. */
  reference: string | null;
}

/** The number of open tasks of a kind, and the time at which the oldest of them was opened. */
export interface OpenTasks {
  kind: string;
  count: number;
  since: string;
}

export type Counts = Record<string, number>;

/** New problems, by the name of the service, the job or the provider. */
export interface SystemFacts {
  deadLetters: Counts;
  failedJobs: Counts;
  providers: string[];
  /** The ids of these and all earlier problems, so that the next alert contains only new problems. */
  known: string[];
}

export interface DigestFacts {
  /** The date in the operators' time zone, for the title. */
  date: string;
  tasks: OpenTasks[];
  deadLetters: number;
  failedJobs: number;
  providers: string[];
  yesterday: NonNullable<Briefing['week']>['days'][number] | null;
  away: string[];
}

export interface WeeklyFacts {
  week: NonNullable<Briefing['week']> | null;
  funnel: Briefing['funnel'];
  broke: Omit<SystemFacts, 'known'>;
  /** The number of tasks that were opened in the week because something failed, by kind. */
  failures: Counts;
  tasks: OpenTasks[];
  away: string[];
}

/** The alerts that a briefing causes. */
export type BriefingContent = Extract<AlertContent, { kind: 'system' | 'digest' | 'weekly' }>;

/** Returns the alert of a new task; null if its kind can wait for the morning digest. */
export function alertOfTask(taskId: string, task: NewTask): Alert | null {
  const words = wordsOf(task);
  if (!words) return null;
  const { orderId } = task;
  const reference = transferIdSchema.safeParse(orderId).success ? referenceOf(orderId as string) : null;
  return { id: taskId, kind: words.kind, facts: { what: words.what, details: words.details ?? null, reference } };
}

function wordsOf({ kind, cause, amountCents, why }: NewTask): {
  kind: TaskAlertKind;
  what: string;
  details?: string;
} | null {
  const sum = amountCents === undefined ? '' : ` of $${formatCents(amountCents)}`;
  switch (kind) {
    case 'refund_request':
      return { kind: 'refund_requests', what: `A customer asked for a refund${sum}` };
    case 'refund_failed':
      return { kind: 'refund_requests', what: `A refund${sum} failed at Stripe`, details: why };
    case 'hand_payment':
      return { kind: 'hand_payments', what: 'A customer wants to pay another way' };
    case 'dispute':
      return cause.endsWith(':closed')
        ? { kind: 'disputes', what: `A dispute about a payment${sum} is over`, details: why }
        : {
            kind: 'disputes',
            what: `A customer’s bank disputes a payment${sum}`,
            details: 'Please respond in Stripe before the deadline.',
          };
    case 'unlocks_nothing':
      return { kind: 'accounting', what: `A payment${sum} needs to be refunded`, details: why };
    case 'wrong_amount':
      return { kind: 'accounting', what: `A payment${sum} doesn’t match its order`, details: why };
    case 'not_released':
      return { kind: 'accounting', what: 'A payment isn’t linked to its transfer', details: why };
    case 'accounting_alarm':
      return { kind: 'accounting', what: 'We found a problem in our accounting', details: why };
    default:
      return null;
  }
}
