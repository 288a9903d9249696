import type { Newsletters } from './readers.ts';

/** Time that a mail takes to the mail server at most, so that it was sent before. */
const transitMs = 60_000;

/** The sandbox's mails, as far as the invariants read them. */
export interface MailState {
  mails: { to: string; subject: string; messageId: string; at: string }[];
}

/** Returns a function that lists the times at which an address received an issue. */
function readIssues({ mails }: MailState) {
  // A mail may be sent again with the same id if the mail server's reply is lost. Mail programs show it once.
  const once = [...new Map(mails.toReversed().map((mail) => [mail.messageId, mail])).values()];
  const times = Map.groupBy(once, ({ to, subject }) => `${to} ${subject}`);
  return (email: string, subject: string) => (times.get(`${email} ${subject}`) ?? []).map(({ at }) => Date.parse(at));
}

/** Finds readers who received an issue twice, before they confirmed, or after they unsubscribed. */
export function findWrongNewsletters({ readers, issues }: Newsletters, state: MailState): string[] {
  const timesOf = readIssues(state);
  return readers.flatMap(({ name, email, wants, confirms, stoppedAt, failure }) => [
    ...(failure ? [`${name} gave up: ${failure}`] : []),
    ...issues.flatMap(({ series, subject }) => {
      const times = timesOf(email, subject);
      const end = (stoppedAt[series] ?? Number.POSITIVE_INFINITY) + transitMs;
      const isWanted = wants[series] && confirms !== null && times.every((at) => at >= confirms.from);
      return [
        ...(times.length > 1 ? [`${name} received ${times.length} times: ${subject}.`] : []),
        ...(times.length > 0 && !isWanted ? [`${name} has not confirmed, but received: ${subject}.`] : []),
        ...(times.some((at) => at > end) ? [`${name} has unsubscribed, but received: ${subject}.`] : []),
      ];
    }),
  ]);
}

/** Finds readers who lack an issue once everything is at rest. */
export function findMissingNewsletters({ readers, issues }: Newsletters, state: MailState): string[] {
  const timesOf = readIssues(state);
  return readers.flatMap(({ name, email, wants, confirms, stoppedAt, isDone }) => [
    ...(isDone ? [] : [`${name} is still waiting for a page.`]),
    ...issues
      .filter(({ series, at }) => wants[series] && confirms !== null && at > confirms.to && stoppedAt[series] === null)
      .filter(({ subject }) => timesOf(email, subject).length === 0)
      .map(({ subject }) => `${name} has not received: ${subject}.`),
  ]);
}
