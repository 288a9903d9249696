import { transferApi } from '@xrp-bridge/contracts/transfer';
import { ProblemError } from '@xrp-bridge/runtime';
import { expect, it, vi } from 'vitest';
import { refusal } from './browser.ts';
import { eventually, useSystem } from './harness.ts';

const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00' };
/** The edge service's limit of concurrent calls that create something (`shedFirstCalls`). */
const maxCreates = 64;

const system = useSystem({}, { hasNoSchedules: true });

async function start() {
  const browser = system.browser();
  const { id } = (await browser.post('/api/transfers', order)).body;
  return { browser, id, openIntent: () => browser.post('/api/create-payment-intent', { transferId: id }) };
}

it('too many concurrent requests to create transfers are refused, while payments, webhooks, guides and health checks still succeed', async () => {
  const payer = await start();
  const { body } = await payer.openIntent();
  const late = await start();

  const client = system.bff.context.services.transfer;
  const call = client.call.bind(client);
  const held = Promise.withResolvers<never>();
  const creates = vi.fn(() => held.promise);
  vi.spyOn(client, 'call').mockImplementation((route, input) =>
    (route as unknown) === transferApi.create ? creates() : call(route, input),
  );
  const waiting = Array.from({ length: maxCreates }, () => system.browser().post('/api/transfers', order));
  await eventually(async () => expect(creates).toHaveBeenCalledTimes(maxCreates));
  const refused = await system.browser().post('/api/transfers', order);
  expect(refusal(refused)).toEqual([503, 'overloaded']);
  expect(refused.headers.get('retry-after')).toBe('2');

  expect((await late.openIntent()).status).toBe(200);
  await system.confirm(body.clientSecret);
  await system.sendWebhooks();
  expect((await payer.browser.post(`/api/transfers/${payer.id}/complete`)).status).toBe(200);
  await eventually(async () =>
    expect((await payer.browser.get(`/api/transfer-instructions/${payer.id}`)).status).toBe(200),
  );
  const unsigned = await system.browser().post('/webhooks/stripe', '{}', { 'content-type': 'application/json' });
  expect(refusal(unsigned)).toEqual([400, 'invalid_signature']);
  for (const path of ['/livez', '/readyz']) expect((await system.browser().get(path)).status).toBe(200);

  held.reject(new ProblemError('service_unavailable'));
  await Promise.all(waiting);
  vi.restoreAllMocks();
  expect((await system.browser().post('/api/transfers', order)).status).toBe(201);
});
