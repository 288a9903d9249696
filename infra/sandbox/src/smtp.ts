import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mail, Provider, World } from './provider.ts';

const MAX_MAIL_BYTES = 1_000_000;
const MAX_MAILS = 10_000;

/**
 * SMTP's equivalents of the statuses 500 and 429: 4xx replies, after which a mailer may retry (RFC
 * 5321 §4.2.1).
 */
const FAULT_REPLIES = {
  error: { responseCode: 451, message: '4.3.0 Requested action aborted: local error in processing' },
  'rate-limited': { responseCode: 450, message: '4.7.1 Rate limit exceeded, try again later' },
};

/** Recipients of this domain are refused permanently. */
const UNKNOWN_DOMAIN = '@unknown.example';
const UNKNOWN_REPLY = { responseCode: 550, message: '5.1.1 No such user here' };

/**
 * Starts an SMTP server that stores mails for `GET /_sandbox/state`.
 * The server has neither authentication nor TLS.
 * @throws Error if the port cannot be opened
 */
export async function startSmtp(
  world: World,
  listen: { host: string; port: number },
): Promise<Provider & { port: number }> {
  let mails: Mail[] = [];
  const sockets = new Set<Socket>();
  const isDown = () => world.faults.current('smtp') === 'down';
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    async onMailFrom(_address, _session, callback) {
      // The fault is checked for each mail, because mailers reuse connections.
      if (isDown()) return dropAll();
      await world.faults.delay('smtp');
      const fault = world.faults.current('smtp');
      const reply = fault === 'error' || fault === 'rate-limited' ? FAULT_REPLIES[fault] : undefined;
      callback(reply && Object.assign(new Error(reply.message), reply));
    },
    onRcptTo({ address }, _session, callback) {
      const unknown = address.toLowerCase().endsWith(UNKNOWN_DOMAIN) || world.faults.current('smtp') === 'bouncing';
      callback(unknown ? Object.assign(new Error(UNKNOWN_REPLY.message), UNKNOWN_REPLY) : null);
    },
    async onData(stream, session, callback) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
        if (stream.sizeExceeded) {
          return callback(Object.assign(new Error('5.3.4 Message too big'), { responseCode: 552 }));
        }
        const { subject, text, html, messageId } = await PostalMime.parse(Buffer.concat(chunks));
        const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(', ');
        const at = new Date(world.clock.now()).toISOString();
        mails.push({ to, subject: subject ?? '', text: text ?? '', html: html ?? '', at, messageId: messageId ?? '' });
        if (mails.length > MAX_MAILS) mails.shift();
        world.changed();
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
  });
  server.on('error', (error) => world.log(`SMTP connection: ${error.message}`));
  server.server.prependListener('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (isDown()) socket.destroy();
  });

  server.listen(listen.port, listen.host);
  await once(server.server, 'listening');

  return {
    name: 'smtp',
    port: (server.server.address() as AddressInfo).port,
    state: () => ({ mails }),
    save: () => mails,
    restore(saved: Mail[]) {
      mails = saved;
    },
    reset: () => {
      mails = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        dropAll();
      }),
  };
}
