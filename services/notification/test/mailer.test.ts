import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from '../src/mailer.ts';

// A minimal SMTP server, because these tests check the bytes on the wire.

const sockets = new Set<Socket>();
const servers: ReturnType<typeof createServer>[] = [];

async function startServer(answers: { recipient?: string } = {}): Promise<{ url: string; received: () => string }> {
  let received = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    let data = false;
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
      for (const line of chunk.split('\r\n')) {
        if (data && line !== '.') continue;
        if (line.startsWith('EHLO')) socket.write('250 test\r\n');
        else if (line.startsWith('STARTTLS')) socket.write('502 no\r\n');
        else if (line.startsWith('MAIL')) socket.write('250 ok\r\n');
        else if (line.startsWith('RCPT')) socket.write(answers.recipient ?? '250 ok\r\n');
        else if (line === 'DATA') socket.write('354 go\r\n');
        else if (line === '.') socket.write('250 taken\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        if (line === 'DATA') data = true;
        if (line === '.') data = false;
      }
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received };
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** The mailer's reports on the mail server's health, oldest first: an error, or null if it works. */
const reports: (string | null)[] = [];
const report = (error: string | null) => void reports.push(error);
afterEach(() => reports.splice(0));

const settings = { MODE: 'sandbox', PRODUCT_NAME: 'XRP Bridge', SUPPORT_EMAIL: 'help@bridge.example' } as const;
const mail = { subject: 'Hello', text: 'Text', html: '<p>Text</p>' };

describe('the mailer', () => {
  it('marks a mail as auto-generated, sends it from support, and uses the same Message-ID when the mail is sent again', async () => {
    const server = await startServer();
    const mailer = createMailer({ ...settings, SMTP_URL: server.url }, report);
    for (let time = 0; time < 2; time++) await mailer.send({ id: 'abc-receipt', to: 'ann@example.com' }, mail);
    mailer.close();
    const headers = server.received().split('\r\n');
    expect(headers.filter((line) => line === 'Message-ID: <abc-receipt@bridge.example>')).toHaveLength(2);
    expect(reports).toEqual([null, null]);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toContain('From: XRP Bridge <help@bridge.example>');
    expect(headers).toContain('To: ann@example.com');
  });

  it('adds the one-click unsubscribe headers to newsletters only', async () => {
    const server = await startServer();
    const mailer = createMailer({ ...settings, SMTP_URL: server.url }, report);
    await mailer.send({ id: 'receipt', to: 'ann@example.com' }, mail);
    expect(server.received()).not.toContain('List-Unsubscribe');
    const unsubscribe = 'https://bridge.example/api/newsletters/unsubscribe/abc';
    await mailer.send({ id: 'issue', to: 'ann@example.com' }, { ...mail, unsubscribe });
    mailer.close();
    // A long line is folded (RFC 5322 §2.2.3).
    const headers = server
      .received()
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n');
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribe}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('removes headers injected into name and subject, and rejects an address with injected recipients', async () => {
    const server = await startServer();
    const evil = 'X\r\nBcc: eve@evil.example\r\n\r\nBody';
    const mailer = createMailer({ ...settings, PRODUCT_NAME: evil, SMTP_URL: server.url }, report);
    const to = 'ann@example.com, eve@evil.example';
    for (const list of [to, 'ann@example.com\r\nRCPT TO:<eve@evil.example>', '<ann@example.com>', 'a@b@c.example']) {
      await expect(mailer.send({ id: 'abc', to: list }, mail)).rejects.toThrow(
        'The recipient must be one email address.',
      );
    }
    await mailer.send({ id: 'abc', to: 'ann@example.com' }, { ...mail, subject: evil });
    mailer.close();
    const lines = server.received().split('\r\n');
    expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('RCPT TO:'))).toEqual(['RCPT TO:<ann@example.com>']);
  });

  it('throws an error with the reason of the failure, without the recipient', async () => {
    const server = await startServer({ recipient: '550 5.1.1 <ann@example.com> is unknown here\r\n' });
    const mailer = createMailer({ ...settings, SMTP_URL: server.url }, report);
    const failure = await mailer.send({ id: 'abc', to: 'ann@example.com' }, mail).catch((error: Error) => error);
    mailer.close();
    expect(failure).toMatchObject({ message: 'Mail server error: EENVELOPE 550' });
    expect(JSON.stringify(failure) + (failure as Error).stack).not.toContain('ann@');
    expect(failure).not.toHaveProperty('cause');
  });

  it.each([
    ['550 5.1.1 no such user', 'PermanentFailure', null],
    ['550-5.1.1 no such user,\r\n550 5.1.1 goodbye', 'PermanentFailure', null],
    ['550 no such user', 'PermanentFailure', null],
    ['551 moved away', 'PermanentFailure', null],
    ['553 no such mailbox', 'PermanentFailure', null],
    ['552 5.2.2 mailbox full', 'MailFailed', null],
    ['550 5.2.1 mailbox disabled', 'MailFailed', null],
    ['552 mailbox full', 'MailFailed', 'Mail server error: EENVELOPE 552'],
    ['554 no thanks', 'MailFailed', 'Mail server error: EENVELOPE 554'],
    ['550 5.1.8 bad sender domain', 'MailFailed', 'Mail server error: EENVELOPE 550'],
    ['550 5.3.4 message too big', 'MailFailed', 'Mail server error: EENVELOPE 550'],
    ['550 5.4.1 no route to host', 'MailFailed', 'Mail server error: EENVELOPE 550'],
    ['503 5.5.1 bad sequence', 'MailFailed', 'Mail server error: EENVELOPE 503'],
    ['550 5.7.1 relaying denied', 'MailFailed', 'Mail server error: EENVELOPE 550'],
    ['450 4.2.1 try later', 'MailFailed', null],
    ['451 4.3.0 try later', 'MailFailed', 'Mail server error: EENVELOPE 451'],
  ])('maps the reply “%s” to %s, and reports only errors of the mail server itself', async (reply, name, error) => {
    const server = await startServer({ recipient: `${reply}\r\n` });
    const mailer = createMailer({ ...settings, SMTP_URL: server.url }, report);
    await expect(mailer.send({ id: 'abc', to: 'ann@example.com' }, mail)).rejects.toMatchObject({ name });
    mailer.close();
    expect(reports).toEqual([error]);
  });

  it('refuses an unencrypted connection in production, except with ignoreTLS', async () => {
    const server = await startServer();
    const production = { ...settings, MODE: 'production' } as const;
    const strict = createMailer({ ...production, SMTP_URL: server.url }, report);
    await expect(strict.send({ id: 'a', to: 'ann@example.com' }, mail)).rejects.toThrow('Mail server error: ETLS');
    strict.close();
    expect(server.received()).not.toContain('ann@');
    const lenient = createMailer({ ...production, SMTP_URL: `${server.url}/?ignoreTLS=true` }, report);
    await lenient.send({ id: 'b', to: 'ann@example.com' }, mail);
    lenient.close();
    expect(server.received()).toContain('RCPT TO:<ann@example.com>');
  });
});
