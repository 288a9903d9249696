import { TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from './event-stream.ts';
import { eventually, startBff, useSystem } from './harness.ts';

const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };

const system = useSystem();
beforeAll(async () => {
  await system.sendWebhooks();
});

async function start() {
  const browser = system.browser();
  const { id } = (await browser.post('/api/transfers', order)).body;
  const path = `/api/transfers/${id}`;
  const cookie = browser.cookiesFor(path);
  return { browser, id, path, listen: (headers = {}) => listen(`${system.url}${path}/events`, { cookie, ...headers }) };
}

const countStreams = () => system.bff.context.liveUpdates.size();

describe('live updates:', () => {
  it('a new connection receives the current state', async () => {
    const { browser, path, listen } = await start();
    const stream = await listen();
    await eventually(() => expect(stream.states()).toHaveLength(1));
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-request-id')).toBeTruthy();
    expect(stream.frames[0]).toEqual({ retry: '2000' });
    expect(stream.frames[1]).toEqual({ event: 'status', id: '1', data: (await browser.get(path)).body });
    stream.leave();
  });

  it('every change is sent once, in order', async () => {
    const { browser, id, path, listen } = await start();
    const stream = await listen();
    await browser.send('PATCH', path, { sourceAmount: 40 });
    await eventually(() => expect(stream.states().at(-1)?.sourceAmount).toBe('40'));
    const intent = await browser.post('/api/create-payment-intent', { transferId: id });
    await system.confirm(intent.body.clientSecret);
    await eventually(() => expect(stream.states().at(-1)?.status).toBe('instructions_sent'));
    await system.complete(browser, id);
    await eventually(() => expect(stream.states().at(-1)?.status).toBe('completed'));
    const versions = stream.frames.filter((frame) => frame.event).map((frame) => Number(frame.id));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(versions.length);
    stream.leave();
  });

  it('an event that changes nothing sends no message', async () => {
    const { browser, id, path, listen } = await start();
    const stream = await listen();
    await eventually(() => expect(stream.states()).toHaveLength(1));
    await system.transfer.publish(TransferUpdated, id, {} as never);
    await browser.send('PATCH', path, { sourceAmount: 41 });
    await eventually(() => expect(stream.states().at(-1)?.sourceAmount).toBe('41'));
    expect(stream.states()).toHaveLength(2);
    stream.leave();
  });

  it('a browser that reconnects receives the state that changed while it was disconnected', async () => {
    const { browser, path, listen } = await start();
    const first = await listen();
    await eventually(() => expect(first.states()).toHaveLength(1));
    first.leave();
    await browser.send('PATCH', path, { sourceAmount: 42 });
    const second = await listen({ 'last-event-id': '1' });
    await eventually(() => expect(second.states()[0]?.sourceAmount).toBe('42'));
    second.leave();
  });

  it('one client may have at most 20 connections, and a closed connection no longer counts', async () => {
    await eventually(() => expect(countStreams()).toBe(0));
    const { listen } = await start();
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen()));
    expect(countStreams()).toBe(20);
    // The limit of connections per client also applies without rate limits.
    expect((await listen()).status).toBe(429);
    for (const stream of streams) stream.leave();
    await eventually(() => expect(countStreams()).toBe(0));
  });

  it('HEAD is answered without opening a stream', async () => {
    const { path } = await start();
    const answer = await fetch(`${system.url}${path}/events`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    await eventually(() => expect(countStreams()).toBe(0));
  });

  it('a stream ends without a connection error when the server stops', async () => {
    const { path } = await start();
    const other = await startBff(system.urls, { database: system.database });
    const stream = await listen(`${other.url}${path}/events`);
    await eventually(() => expect(stream.states()).toHaveLength(1));
    await other.stop();
    await eventually(() => expect(stream.ended).toBe(true));
    expect(stream.broken).toBe(false);
  });
});
