import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createBrowser } from '../../simulate/src/browser.ts';
import { confirm } from '../src/customers.ts';

it('counts a payment whose confirmation had no answer', async () => {
  let requests = 0;
  const provider = createServer((request, response) => {
    if (++requests === 1) return request.destroy();
    const error = { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void provider.close());
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const card = { clientSecret: 'pi_1_secret_2', method: 'pm_card_visa' };
  expect(await confirm(createBrowser(), url, card)).toBe(true);
  expect(requests).toBe(2);
});
