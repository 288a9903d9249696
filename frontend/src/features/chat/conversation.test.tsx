import { spec } from '@xrp-bridge/contracts/testing';
import { findEntry } from '@xrp-bridge/guidance/assistant/knowledge';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerOfTag, ask, field, log, openChat } from '../../../test/chat.ts';
import { brokenOnPurpose } from '../../../test/checked-replies.ts';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { heading } from '../../../test/locators.ts';
import { expectAccessible } from '../../../test/open.tsx';
import { address, id } from '../../../test/replies.ts';
import { suggestions } from './suggestions.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  api.assist = () => HttpResponse.json(answerOfTag);
});

const path = '/api/ai-helper';

test('numbered lines of an answer are shown as a list', async () => {
  api.assist = () =>
    HttpResponse.json({ ...answerOfTag, response: 'That’s normal.\n1. Copy the hash.\n2. Paste it here.\nThen wait.' });
  await openChat(api, `/transfer/${id}`);
  await ask('Where is my XRP?');
  await expect.element(log.getByText('That’s normal.', { exact: true })).toBeVisible();
  const steps = log.getByRole('list').first().getByRole('listitem');
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(['Copy the hash.', 'Paste it here.']);
  await expect.element(log.getByText('Then wait.', { exact: true })).toBeVisible();
  expect(api.bodies('POST', path)).toMatchObject([{ transferId: id, guideStep: 1 }]);
  await expectAccessible();
});

describe('chat greeting and questions', () => {
  test.each([
    ['/', 'What does the guide cost?'],
    ['/transfer', 'My exchange isn’t listed'],
    ['/transfer?from=coinbase', 'Need to download a wallet?'],
    ['/transfer?from=coinbase&to=xumm&view=confirm', 'Can I get a refund?'],
    ['/concierge', 'What does the guide cost?'],
    [`/transfer/${id}`, 'Why is 1 XRP missing?'],
  ])('fit the page %s', async (at, suggestion) => {
    await openChat(api, at);
    await expect.element(log.getByRole('button', { name: suggestion })).toBeVisible();
  });

  test.each(['/start?step=2', '/start?step=3', '/wallet-guide/exodus', '/trust-wallet-setup?wallet=exodus'])(
    'at %s explain how to copy the address, and do not refer to other steps',
    async (at) => {
      const answers = { exchange: 'kraken', wallet: 'exodus', xrpAddress: '', amount: '' };
      localStorage.setItem('xrp-bridge:wizard', JSON.stringify(answers));
      await openChat(api, at);
      await expect.element(log.getByText(/^To get XRP, .* Copy it from Exodus, and never type it\./)).toBeVisible();
      expect(log.getByText(/this step|end of the step/).elements()).toEqual([]);
    },
  );

  test.each([
    ['pending', null, 0, 'Need to download Xaman?'],
    [address, null, 2, 'My exchange insists on a tag'],
    [address, '7', 2, 'What if I forget the tag?'],
  ])(
    `${spec('4.18')} fit the guide’s step (address: %s, tag: %s)`,
    async (destinationAddress, destinationTag, step, suggestion) => {
      api.push({ destinationAddress, destinationTag });
      localStorage.setItem(`xrp-bridge:step:${id}`, String(step));
      await openChat(api, `/transfer/${id}`);
      await expect.element(log.getByRole('button', { name: suggestion })).toBeVisible();
    },
  );

  test(`${spec('4.18')} fit the payment page, and the page of a failed payment`, async () => {
    api.push({ status: 'pending' });
    const screen = await openChat(api, `/checkout?transfer=${id}`);
    await expect.element(log.getByText(/You pay once/)).toBeVisible();
    await screen.unmount();
    await openChat(api, `/checkout-failed?transfer=${id}`);
    await expect.element(log.getByText(/^Card payment is temporarily unavailable\./)).toBeVisible();
  });
});

describe('chat question', () => {
  test(`${spec('4.19')} is sent with page, step, exchange and wallet, and the answer shows further questions and sources`, async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    api.assist = () => promise;
    await openChat(api, `/transfer/${id}`);
    // The test waits for the guide, which reports its step and takes the focus when it appears.
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await ask('  do I need a tag  ');
    await expect.element(log.getByText('Writing an answer…')).toBeInTheDocument();
    await expect.element(field).toHaveValue('');
    await expect
      .poll(() => api.bodies('POST', path)[0])
      .toEqual({
        question: 'do I need a tag',
        context: '/transfer/:id',
        step: 'instructions',
        fromExchange: 'coinbase',
        toWallet: 'xumm',
        transferId: id,
        guideStep: 1,
      });
    resolve(HttpResponse.json(answerOfTag));
    api.assist = () => HttpResponse.json(answerOfTag);
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await expect.element(log.getByText('Writing an answer…')).not.toBeInTheDocument();
    await expect.element(log.getByRole('link', { name: 'Safety' })).toHaveAttribute('href', '/#safety');
    await expect.element(log.getByRole('link', { name: /^XRP Ledger/ })).toHaveAttribute('target', '_blank');
    await expect.element(log.getByText('Not a link')).toBeInTheDocument();
    expect(log.getByRole('link').elements()).toHaveLength(2);
    await expectAccessible();
    await log.getByRole('button', { name: 'Which network do I choose?' }).click();
    await expect.poll(() => api.bodies('POST', path)[1]).toMatchObject({ entry: 'network' });
  });

  test('has an entry in the assistant’s knowledge base if the chat suggests the question', () => {
    for (const { id, title } of Object.values(suggestions)) expect(findEntry(id), title).not.toBeNull();
  });

  test('is preserved across a reload', async () => {
    const screen = await openChat(api);
    await ask('tag?');
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
    await screen.unmount();
    await openChat(api);
    await expect.element(log.getByText(/tag\?$/)).toBeInTheDocument();
    await expect.element(log.getByText('Leave the tag empty.')).toBeVisible();
  });

  test(`${spec('5.11')} is not sent when it is empty`, async () => {
    await openChat(api);
    await ask('   ');
    await expect.element(field).toHaveValue('   ');
    expect(api.called('POST', path)).toEqual([]);
  });

  test(`${spec('8.18')} gets a default answer when the server’s answer has no text`, async () => {
    api.assist = () => HttpResponse.json({}, brokenOnPurpose);
    await openChat(api);
    await ask('hm');
    const greeting = 'I’m here to help! What would you like to know about transferring XRP?';
    await expect.element(log.getByText(greeting)).toBeVisible();
  });

  test(`${spec('8.17')} is answered without the server when the server fails`, async () => {
    expectConsole(/^The assistant could not be asked ApiError: 503/);
    api.assist = () => problem('service_unavailable');
    await openChat(api);
    await ask('refund');
    await expect.element(log.getByText(/Full refund until all your XRP arrives/)).toBeVisible();
    await expect.poll(() => log.getByRole('button').elements()).toHaveLength(3);
  });
});
