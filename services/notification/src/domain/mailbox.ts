import { type PlannedMail, seriesOf, type Template } from './notification.ts';

/**
 * The mailbox behind an address, as far as anybody can tell: case and what follows a `+` make no other one. Dots stay:
 * they are nothing at one provider and a different person at the next.
 */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@');
}

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

export const hourMs = 3_600_000;

/**
 * When a mail may leave for a mailbox. Receipts, refunds, arrivals and series wait for room and are never lost, as are
 * alarms but for those that only repeat; the answer to a message and the welcome to a waitlist, which anybody may cause for
 * anybody, are not sent late, nor is a new link.
 * @param lastHour what went to the mailbox within the hour, oldest first
 * @returns a later moment to ask again, where there is no room
 */
export function roomFor(
  mail: Pick<PlannedMail, 'template' | 'transferId'>,
  lastHour: readonly Delivery[],
): 'now' | 'never' | Date {
  const room = roomOf(mail.template);
  const like = lastHour.filter(({ template }) => roomOf(template) === room);
  const repeated = like.filter(({ transferId }) => transferId === mail.transferId).length;
  if (room === 'alarms' && repeated >= mostAlarmsOfTransferAnHour) return 'never';
  const last = like.at(-mostMailsAnHour);
  if (!last) return 'now';
  return neverLate.includes(mail.template) ? 'never' : new Date(last.at.getTime() + hourMs);
}
