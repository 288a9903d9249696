import { PermanentFailure, type ReportOutcome } from '@xrp-bridge/runtime';
import { createTransport } from 'nodemailer';
import type { Mail } from './mails/layout.ts';

export interface Envelope {
  /** The id stays the same when a mail is sent again, so that mail programs can detect duplicates. */
  id: string;
  to: string;
}

export interface Mailer {
  /**
   * Sends a mail to the mail server.
   * @throws MailFailed; PermanentFailure if the address does not exist. Neither error contains the recipient.
   */
  send(envelope: Envelope, mail: Mail): Promise<void>;
  close(): void;
}

/** Thrown when the mail server did not accept a mail. */
class MailFailed extends Error {
  override name = 'MailFailed';
}

// Contracts already check addresses. This is a second check, so that one field never contains several recipients.
const oneAddress = /^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/;

/**
 * Creates an SMTP mailer. In production it requires TLS, unless SMTP_URL contains `?ignoreTLS=true`.
 * @param report receives the result of each mail, for the operators' list of providers
 */
export function createMailer(
  settings: { SMTP_URL: string; MODE: 'sandbox' | 'production'; PRODUCT_NAME: string; SUPPORT_EMAIL: string },
  report: ReportOutcome,
): Mailer {
  const plainAllowed =
    settings.MODE !== 'production' || new URL(settings.SMTP_URL).searchParams.get('ignoreTLS') === 'true';
  const transport = createTransport({
    url: settings.SMTP_URL,
    requireTLS: !plainAllowed,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = settings.SUPPORT_EMAIL.slice(settings.SUPPORT_EMAIL.lastIndexOf('@') + 1);
  const from = { name: settings.PRODUCT_NAME, address: settings.SUPPORT_EMAIL };

  return {
    async send({ id, to }, mail) {
      if (!oneAddress.test(to)) throw new PermanentFailure('The recipient must be one email address.');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe) },
        });
        report(null);
      } catch (error) {
        const words = describe(error);
        const refusal = refusalOf(error);
        // If only the recipient was refused, the mail server itself works.
        report(refusal === null ? words : null);
        throw refusal === 'no such address' ? new PermanentFailure(words) : new MailFailed(words);
      }
    },
    close: () => transport.close(),
  };
}

/** Returns the headers with which mail programs unsubscribe in one click (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Returns the refusal in a reply to RCPT TO; null if the reply is not about the recipient.
 * The address does not exist for status 5.1.x (RFC 3463 §3.2; 5.1.7 and 5.1.8 are about the sender), and for 550, 551
 * and 553 without an enhanced status (RFC 5321 §4.2.2). Status 5.2.x is about the state of the mailbox, for example a
 * full one. The state can change, so it must not end a paid subscription.
 */
function refusalOf(error: unknown): 'no such address' | 'mailbox unavailable' | null {
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (command !== 'RCPT TO') return null;
  const [, code = '', status] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/.exec(String(response)) ?? [];
  if (status === undefined) return ['550', '551', '553'].includes(code) ? 'no such address' : null;
  if (/^5\.1\.(?![78]$)/.test(status)) return 'no such address';
  return /^[45]\.2\./.test(status) ? 'mailbox unavailable' : null;
}

/** Returns only the kind of failure, because a server's text often contains the recipient. */
function describe(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const kind = typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : 'unknown';
  return `Mail server error: ${kind}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`;
}
