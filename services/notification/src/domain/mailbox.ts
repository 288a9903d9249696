import { type PlannedMail, seriesOf, type Template } from './notification.ts';

/** A mail that was sent to a mailbox, or is being sent. */
export interface Delivery {
  transferId: string | null;
  template: Template;
  at: Date;
}

/**
 * Returns whether a mail is an alarm.
 * Alarms have a separate limit, so that an attacker cannot suppress them by flooding a mailbox.
 */
export function isAlarm(template: Template): boolean {
  return template === 'address_changed' || template === 'concierge_moved';
}

/**
 * Returns the limit that a mail counts towards.
 * Newsletters have a separate limit, because they must not delay a link that a customer waits for.
 */
function roomOf(template: Template): 'alarms' | 'series' | 'others' {
  if (isAlarm(template)) return 'alarms';
  return seriesOf(template) ? 'series' : 'others';
}

/** Mails that any visitor can cause by entering an address. They are dropped if there is no room. */
const requested: readonly Template[] = [
  'contact_received',
  'new_link',
  'waitlist_joined',
  'subscription_asked',
  'newsletters_asked',
  'concierge_link',
];

/** Maximum number of mails to a mailbox per hour, in each category of `roomOf`, for all transfers. */
export const mostMailsAnHour = 10;

/** Maximum number of alarms about one transfer per hour. More alarms would contain nothing new. */
const mostAlarmsOfTransferAnHour = 3;

/**
 * Maximum number of answers to messages that a mailbox gets per day.
 * The number is limited because any visitor can enter any address, for any number of transfers. All messages are stored
 * for operators.
 */
export const mostAnswersADay = 3;

/**
 * Maximum number of `requested` mails that a mailbox gets per day.
 * Without it, a stranger could cause 240 a day within the limit per hour.
 */
export const mostRequestedADay = 20;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/**
 * Returns when a mail may be sent to a mailbox.
 * Receipts, refunds, arrivals, newsletters and alarms wait until the mailbox is below its limit; only repeated alarms
 * are dropped. Mails that any visitor can cause, and new links, are dropped instead of sent late.
 * @param lastDay the mailbox's deliveries of the last 24 hours, oldest first
 * @returns `never` if the mail must be dropped; a time if the mail must wait
 */
export function roomFor(
  mail: Pick<PlannedMail, 'template' | 'transferId'>,
  lastDay: readonly Delivery[],
  now: Date,
): 'now' | 'never' | Date {
  const answers = lastDay.filter(({ template }) => template === 'contact_received');
  if (mail.template === 'contact_received' && answers.length >= mostAnswersADay) return 'never';
  const isRequested = requested.includes(mail.template);
  const requests = lastDay.filter(({ template }) => requested.includes(template));
  if (isRequested && requests.length >= mostRequestedADay) return 'never';
  const room = roomOf(mail.template);
  const like = lastDay.filter(({ template, at }) => roomOf(template) === room && at.getTime() > now.getTime() - hourMs);
  const repeated = like.filter(({ transferId }) => transferId === mail.transferId).length;
  if (room === 'alarms' && repeated >= mostAlarmsOfTransferAnHour) return 'never';
  const last = like.at(-mostMailsAnHour);
  if (!last) return 'now';
  return isRequested ? 'never' : new Date(last.at.getTime() + hourMs);
}
