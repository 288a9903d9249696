import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, radio, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';
import { emptyDraft } from './wizard.ts';

const path = { ...emptyDraft, exchange: 'kraken', wallet: 'ledger' };

const addressed = { ...path, xrpAddress: address };

const complete = { ...addressed, amount: '25' };

const xAddress = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';

const headings = [
  'Choose your exchange and your wallet',
  'Find your address in Ledger',
  'Paste your XRP address',
  'How much XRP do you want to move?',
  'Is everything right?',
] as const;

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
});

const storeDraft = (draft: object) => localStorage.setItem('xrp-bridge:wizard', JSON.stringify(draft));

const storedDraft = () => JSON.parse(localStorage.getItem('xrp-bridge:wizard') ?? 'null');

const headingOf = (step: number) =>
  page.getByRole('heading', { level: 1, name: `Step ${step} of 5: ${headings[step - 1]}` });

const goOn = () => button(/^(Continue|I have my address)/).click();

const addressField = () => textbox('Your Ledger XRP address');

const amountField = () => textbox('Amount of XRP');

async function openAt(step: number, draft: object, ...handlers: RequestHandler[]) {
  storeDraft(draft);
  const screen = await open(step === 1 ? '/start' : `/start?step=${step}`, api, ...handlers);
  await expect.element(headingOf(step)).toBeVisible();
  return screen;
}

describe('the address in the wizard', () => {
  test.each([
    [
      `${address.slice(0, -1)}M`,
      /That doesn’t look right. Try again. One or more characters in this address are wrong/,
    ],
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', /This is an Ethereum, BNB Smart Chain, or Base address/],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /belongs to Kraken, not to your own wallet/],
    ['', /^Paste your wallet’s XRP address/],
  ])(
    `${spec('5.3')} is rejected with the reason above the form, and not stored, if the text is “%s”`,
    async (value, reason) => {
      await page.viewport(360, 740);
      const screen = await openAt(3, path);
      await addressField().fill(value);
      await goOn();
      await expect.element(screen.getByRole('alert').getByRole('link', { name: reason })).toBeVisible();
      await expectSummaryAbove(addressField());
      await expectAccessible();
      expect(storedDraft()).toEqual(path);
    },
  );

  test(`${spec('5.3')} is trimmed, and split into address and tag if it is an X-address`, async () => {
    const screen = await openAt(3, { ...path, amount: '25' });
    await addressField().fill(`  ${xAddress} `);
    await expect.element(text(/It includes the tag 123456\.$/)).toBeVisible();
    await goOn();
    await goOn();
    await expect.element(headingOf(5)).toBeVisible();
    expect(storedDraft().xrpAddress).toBe(xAddress);
    await expectVisible(text(address), text('123456'));
    await expectAccessible();
    await button('Pay $4.00 to continue').click();
    await expect
      .poll(() => api.bodies('POST', '/api/transfers')[0])
      .toMatchObject({ destinationAddress: address, destinationTag: '123456' });
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('is cleared when another wallet is chosen', async () => {
    await openAt(1, complete);
    await text('Exodus').click();
    await goOn();
    await button('I have my address').click();
    await expect.element(textbox('Your Exodus XRP address')).toHaveValue('');
  });
});

test.each([
  ['0', 'Enter an amount greater than 0.'],
  ['much', 'Enter the amount in numbers, like 25 or 25.5.'],
  ['', 'Enter how much XRP you want to move.'],
])('the wizard rejects the amount “%s” with the reason', async (value, reason) => {
  const screen = await openAt(4, addressed);
  await amountField().fill(value);
  await goOn();
  await screen.getByRole('alert').getByRole('link', { name: reason }).click();
  await expect.element(amountField()).toHaveFocus();
  await expectAccessible();
  expect(screen.path()).toBe('/start?step=4');
  expect(storedDraft()).toEqual(addressed);
});

test.each([360, 768])(
  `${spec('2.1f')} the help explains the technical words, and covers neither field nor button at %i px`,
  async (width) => {
    await page.viewport(width, 740);
    await openAt(3, path);
    const row = text('Help with addresses and tags');
    await row.click();
    const words = ['XRP address', 'Destination tag', 'If your address doesn’t work'].map((word) => text(word));
    for (const word of words) await expect.element(word).toBeVisible();
    await expectAccessible();
    const places = [addressField(), ...words, button('Continue')];
    const tops = places.map((place) => place.element().getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await row.click();
    for (const word of words) await expect.element(word).not.toBeVisible();
  },
);

describe('the summary of the wizard', () => {
  test(`${spec('2.1e')} preselects no product if the concierge is offered, and charges the price that the button shows`, async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await openAt(5, complete);
    await button('Choose one to continue').click();
    await expectSummaryAbove(text(address));
    await expectAccessible();
    await radio(/^Guide \$4\.00/).click();
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    await radio(/^Guide with concierge \$17\.76/).click();
    await button('Pay $17.76 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.bodies('POST', '/api/transfers')[0]).toMatchObject({ serviceFee: '17.76' });
  });

  test(`${spec('8.3')} shows a failed order above the answers, retains the answers, and can be retried`, async () => {
    const screen = await openAt(5, complete, refusal('POST /api/transfers', 'internal', { once: true }));
    await button('Pay $4.00 to continue').click();
    const summary = screen.getByRole('alert');
    await expectVisible(summary.getByText(/Nothing was charged/), text('Error'));
    const message = 'Failed to create transfer. Please try again.';
    await expect.element(text(message).last()).toBeVisible();
    await expectSummaryAbove(text(address));
    // The praise appears only in the text for screen readers, and not again beside the error.
    expect(text('Crushing it').elements()).toHaveLength(1);
    await expectAccessible();
    expect(storedDraft()).toEqual(complete);
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('shows the server’s error without a link, because the field is on another step', async () => {
    const errors = [{ field: 'sourceAmount', message: 'That is too much.' }];
    const screen = await openAt(5, complete, refusal('POST /api/transfers', 'invalid_input', { errors }));
    await button('Pay $4.00 to continue').click();
    await expect.element(screen.getByRole('alert').getByText('That is too much.')).toBeVisible();
    expect(screen.getByRole('alert').getByRole('link').elements()).toEqual([]);
  });
});
