import { beforeAll, expect, it } from 'vitest';
import { refusal } from '../browser.ts';
import { eventually, useSystem } from '../harness.ts';

const address = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const krakens = 'rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh';

const system = useSystem();
beforeAll(async () => {
  await system.sendWebhooks();
});

it('the assistant states the amount to enter only to the owner of the transfer', async () => {
  const browser = system.browser();
  const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
  const own = { destinationAddress: address, sourceAmount: '5000' };
  const { id } = (await browser.post('/api/transfers', { ...order, ...own })).body as { id: string };
  const path = `/api/transfers/${id}`;
  const question = 'Which amount do I enter?';
  const ask = async (from = browser, transferId: string | null = id) =>
    (await from.post('/api/ai-helper', { question, transferId })).body.response as string;
  const sendNow = async () => {
    const { instructions } = (await browser.get(`/api/transfer-instructions/${id}`)).body;
    return instructions.sendNow.text as string;
  };
  const general = await ask(browser, null);
  // Without a payment, there is no guide yet.
  expect(await ask()).toBe(general);

  const { body } = await browser.post('/api/create-payment-intent', { transferId: id });
  await system.confirm(body.clientSecret);
  await eventually(async () => expect((await browser.get(path)).body.status).toBe('instructions_sent'));
  expect(await ask()).toContain(await sendNow());
  expect(await ask()).toMatch(/^Now enter 2 XRP\. This is your test/);
  await browser.send('PATCH', path, { testFirst: false });
  expect(await ask()).toMatch(/^Now enter 5,000 XRP\. This is the full amount\./);

  expect(await ask(system.browser())).toBe(general);
  expect(await ask(browser, 'f'.repeat(32))).toBe(general);
  expect(refusal(await browser.post('/api/ai-helper', { question, transferId: 'x' }))).toEqual([400, 'invalid_input']);

  await browser.send('PATCH', path, { destinationAddress: krakens });
  expect(await ask()).toBe(general);
  // Without a destination address, the amount step of the guide is locked.
  await browser.send('PATCH', path, { destinationAddress: null });
  expect(await ask()).toBe(general);
  await browser.send('PATCH', path, { destinationAddress: address });
  expect(await ask()).toMatch(/^Now enter 5,000 XRP/);
  await system.complete(browser, id);
  expect(await ask()).toBe(general);
});

it('the assistant’s answer begins with the state of the transfer only for the transfer’s owner', async () => {
  const { browser, id } = await system.startPaid({ destinationAddress: address, sourceAmount: '5000' });
  const ask = async (from = browser, transferId: string | null = id) => {
    const question = { question: 'My XRP has not arrived', transferId, guideStep: 5 };
    return (await from.post('/api/ai-helper', question)).body.response as string;
  };
  const general = await ask(browser, null);
  const owners = await ask();
  expect(owners).toMatch(/^You’re on step 5 of your guide/);
  expect(owners).toContain(general);
  expect(await ask(system.browser())).toBe(general);
  await browser.post(`/api/transfers/${id}/refund-request`, { email: 'dan@example.com' });
  await eventually(async () => expect(await ask()).toMatch(/^You asked for a refund/));
  expect(await ask(system.browser())).toBe(general);
});
