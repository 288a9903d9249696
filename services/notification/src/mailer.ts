import { type Note, PermanentFailure } from '@xrp-bridge/runtime';
import { createTransport } from 'nodemailer';
import type { Mail } from './mails/layout.ts';

export interface Envelope {
  /** Stays the same when a mail is sent again, so that a mailbox can tell. */
  id: string;
  to: string;
}

export interface Mailer {
  /**
   * Hands a mail to the mail server.
   * @throws MailFailed, or PermanentFailure where this address will never take a mail. Neither names the recipient.
   */
  send(envelope: Envelope, mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server did not take a mail. */
class MailFailed extends Error {
  override name = 'MailFailed';
}

// Contracts have checked it long before; this is what keeps a list of addresses from being one.
const oneAddress = /^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/;

/**
 * Sends by SMTP. In production a connection without TLS is refused, unless SMTP_URL says `?ignoreTLS=true`.
 * @param note is told how the mail server did, each time that it is given a mail
 */
export function createMailer(
  settings: { SMTP_URL: string; MODE: 'sandbox' | 'production'; PRODUCT_NAME: string; SUPPORT_EMAIL: string },
  note: Note,
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
      if (!oneAddress.test(to)) throw new PermanentFailure('not one e-mail address');
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
        note(null);
      } catch (error) {
        const words = describe(error);
        // Who knows that an address does not exist does well.
        const isRefused = isRefusedAddress(error);
        note(isRefused ? null : words);
        throw isRefused ? new PermanentFailure(words) : new MailFailed(words);
      }
    },
    close: () => transport.close(),
  };
}

/** By which a mail program stops a newsletter for somebody with one press (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * True when the recipient was refused for good: a reply in the 500s (RFC 5321 §4.2.1). One that gives a reason of policy
 * (5.7.x, RFC 3463 §3.8: relaying denied, sign in first) is about us: what we mend may still be sent.
 */
function isRefusedAddress(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  return command === 'RCPT TO' && /^5(?!\d\d[ -]5\.7\.)/.test(String(response));
}

/** The kind of failure only: a server's own words often repeat the recipient. */
function describe(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const kind = typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : 'unknown';
  return `mail server: ${kind}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`;
}
