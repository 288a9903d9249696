import { type PlannedMail, seriesOf, type Template } from './notification.ts';

/** A mail that was handed over to a mailbox, or is about to be. */
export interface Delivery {
  transferId: string | null;
  template: Template;
  at: Date;
}

/** Alarms have a room of their own, which no other mails can take: who floods a mailbox does not silence them. */
export function isAlarm(template: Template): boolean {
  return template === 'address_changed' || template === 'concierge_moved';
}

/** So has what comes again and again: it can wait, and keeps no link away that somebody waits for. */
function roomOf(template: Template): 'alarms' | 'series' | 'others' {
  if (isAlarm(template)) return 'alarms';
  return seriesOf(template) ? 'series' : 'others';
}

const neverLate: readonly Template[] = [
  'contact_received',
  'new_link',
  'waitlist_joined',
  'subscription_asked',
  'newsletters_asked',
  'concierge_link',
];

/** So many mails of each room reach one mailbox in an hour, whatever the number of transfers. */
export const mostMailsAnHour = 10;

/** An alarm says to look: said so often within an hour, of one transfer or of none, once more would say nothing new. */
const mostAlarmsOfTransferAnHour = 3;

/**
 * Any visitor may leave any address with a message, for any number of transfers: at most this many of the messages that
 * name a mailbox are answered in a day, the others only reach us.
 */
export const mostAnswersADay = 3;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/**
 * When a mail may leave for a mailbox. Receipts, refunds, arrivals and series wait for room and are never lost, as are
 * alarms but for those that only repeat; the answer to a message and the welcome to a waitlist, which anybody may cause for
 * anybody, are not sent late, nor is a new link.
 * @param lastDay what went to the mailbox within 24 hours, oldest first
 * @returns a later moment to ask again, where there is no room
 */
export function roomFor(
  mail: Pick<PlannedMail, 'template' | 'transferId'>,
  lastDay: readonly Delivery[],
  now: Date,
): 'now' | 'never' | Date {
  const answers = lastDay.filter(({ template }) => template === 'contact_received');
  if (mail.template === 'contact_received' && answers.length >= mostAnswersADay) return 'never';
  const room = roomOf(mail.template);
  const like = lastDay.filter(({ template, at }) => roomOf(template) === room && at.getTime() > now.getTime() - hourMs);
  const repeated = like.filter(({ transferId }) => transferId === mail.transferId).length;
  if (room === 'alarms' && repeated >= mostAlarmsOfTransferAnHour) return 'never';
  const last = like.at(-mostMailsAnHour);
  if (!last) return 'now';
  return neverLate.includes(mail.template) ? 'never' : new Date(last.at.getTime() + hourMs);
}
