import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, link, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, hash, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address, sourceAmount: '5000' });
});

describe('the look-up of a transaction hash', () => {
  async function lookUp(hash: string, ...handlers: Parameters<typeof open>[2][]) {
    const screen = await open(`/transfer/${id}`, api, ...handlers);
    await text('Where is my payment?').click();
    await textbox('Transaction hash').fill(hash);
    await button('Look up my payment').click();
    return screen;
  }
  const path = '/api/transaction-check';

  test('shows result, next action and explorers for a delivered payment', async () => {
    await lookUp(` ${hash} `);
    await expectVisible('The payment arrived at your address', '24.9 XRP', 'Open your wallet app to see your XRP.');
    await expect.element(link(/^See this transaction on Bithomp/)).toBeVisible();
    expect(api.called('GET', path)[0]?.query).toEqual({ hash, transferId: id });
    await expectAccessible();
  });

  test.each([
    ['failed', null],
    ['not_found', '2026-11-20T12:01:05.000Z'],
  ] as const)('shows the server’s plain text for the outcome %s', async (outcome, lookAgainAt) => {
    api.setTransaction({
      outcome,
      title: 'What became of it',
      code: 'tecDST_TAG_NEEDED',
      deliveredXrp: null,
      lookAgainAt,
    });
    await lookUp(hash);
    await expectVisible('What became of it', 'Technical code: tecDST_TAG_NEEDED');
    if (!lookAgainAt) return;
    api.setTransaction({ outcome: 'delivered', title: 'There it is', lookAgainAt: null });
    await button('Check again').click();
    await expect.element(text('There it is')).toBeVisible();
  });

  test('repeats by itself while the payment is pending', async () => {
    api.setTransaction({ outcome: 'pending', title: 'It is on its way', lookAgainAt: '2026-11-20T12:00:06.000Z' });
    await lookUp(hash);
    await expect.element(text('It is on its way')).toBeVisible();
    await expectAccessible();
    api.setTransaction({ outcome: 'delivered', title: 'There it is', lookAgainAt: null });
    await expect.element(text('There it is')).toBeVisible();
  });

  test('reports an invalid hash at the field', async () => {
    const message = 'A transaction hash has 64 characters.';
    const errors = [{ field: 'hash', message }];
    await lookUp('abc', refusal('GET /api/transaction-check', 'invalid_input', { errors }));
    const field = textbox('Transaction hash');
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription(message);
    await expectSummaryAbove(field);
    await expectAccessible();
    await page.getByRole('alert').getByRole('link', { name: message }).click();
    await expect.element(field).toHaveFocus();
  });

  test('is not sent without a hash', async () => {
    await lookUp('  ');
    const field = textbox('Transaction hash');
    const message = 'Paste the transaction hash from your withdrawal’s details.';
    await expect.element(field).toHaveAccessibleDescription(message);
    await expectSummaryAbove(field);
    expect(api.called('GET', path)).toEqual([]);
  });

  test('shows why it failed', async () => {
    const detail = 'Please try again in a minute.';
    await lookUp(hash, refusal('GET /api/transaction-check', 'service_unavailable', { detail }));
    await expectVisible('We couldn’t look up your transaction right now', text(detail));
    await expectAccessible();
  });

  test('removes a secret from the field and never sends it', async () => {
    await open(`/transfer/${id}`, api);
    await text('Where is my payment?').click();
    const field = textbox('Transaction hash');
    await field.fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
    await expect.element(text('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await button('Look up my payment').click();
    expect(api.called('GET', path)).toEqual([]);
  });

  test('is opened by a link in the list of problems', async () => {
    await open(`/transfer/${id}`, api);
    await text('If something goes wrong').click();
    await button(/^Paste the transaction hash/).click();
    await expect.element(textbox('Transaction hash')).toHaveFocus();
  });
});
