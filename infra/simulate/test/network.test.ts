import http from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { installNetwork } from '../src/network.ts';
import { createScheduler, type Life, parts } from '../src/scheduler.ts';

it('delivers the response that a process sent before it crashed', async () => {
  const scheduler = createScheduler({ seed: '1', startAt: Date.UTC(2026, 0, 1) });
  const network = installNetwork(scheduler);
  const life: Life = { isOver: false, clockUs: (nowUs) => nowUs };
  parts.run({ name: 'server', life }, () =>
    http
      .createServer((_, response) => {
        response.end('the last words');
        scheduler.afterNext(/./, () => {
          life.isOver = true;
          network.drop(life);
        });
      })
      .listen(80),
  );
  const answer = new Promise<string>((resolve, reject) => {
    const onResponse = (response: http.IncomingMessage) => resolve(text(response));
    parts
      .run({ name: 'customer' }, () => http.get('http://localhost', { agent: false }, onResponse))
      .on('error', reject);
  });
  expect(await scheduler.runUntil(answer)).toBe('the last words');
});
