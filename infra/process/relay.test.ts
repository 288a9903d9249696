import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Relay, startRelay } from './relay.ts';

/** Starts a server that returns what it receives, behind a relay. */
async function startEcho(): Promise<Relay> {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const relay = await startRelay((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await relay.stop();
    server.close();
  });
  return relay;
}

function open({ port }: Relay) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  return {
    ended: once(socket, 'close').catch(({ code }: NodeJS.ErrnoException) => code),
    async send(text: string): Promise<string> {
      const answered = once(socket, 'data');
      socket.write(text);
      return (await answered)[0];
    },
  };
}

it('passes no bytes while it hangs, and all of them afterwards', async () => {
  const relay = await startEcho();
  const before = open(relay);
  expect(await before.send('one')).toBe('one');
  relay.hang();
  const answers: string[] = [];
  const waiting = [before, open(relay)].map(async ({ send }) => answers.push(await send('two')));
  // The reply through another relay shows that the event loop has passed bytes in the meantime.
  expect(await open(await startEcho()).send('other')).toBe('other');
  expect(answers).toEqual([]);
  await relay.restore();
  await Promise.all(waiting);
  expect(answers).toEqual(['two', 'two']);
});

it('refuses connections while it is cut', async () => {
  const relay = await startEcho();
  const before = open(relay);
  expect(await before.send('one')).toBe('one');
  relay.cut();
  await before.ended;
  expect(await open(relay).ended).toBe('ECONNREFUSED');
  await relay.restore();
  expect(await open(relay).send('two')).toBe('two');
});

it('resets connections, and accepts new ones', async () => {
  const relay = await startEcho();
  const before = open(relay);
  expect(await before.send('one')).toBe('one');
  relay.reset();
  expect(await before.ended).toBe('ECONNRESET');
  expect(await open(relay).send('two')).toBe('two');
});
