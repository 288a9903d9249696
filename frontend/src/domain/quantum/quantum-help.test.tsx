import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, region, text } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';

const confirm = '/?from=coinbase&to=xumm&view=confirm';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

/** Opens the row "Quantum help" below the payment. `handlers` override the fake API's handlers. */
async function openRow(...handlers: Parameters<typeof open>[2][]) {
  const screen = await open(confirm, api, ...handlers);
  await text('Quantum help').click();
  const row = region('Quantum help');
  const email = row.getByRole('textbox', { name: 'Your email address' });
  await expect.element(email).toBeVisible();
  return { screen, row, email, send: () => row.getByRole('button', { name: /Email me|Sending/ }).click() };
}

const joined = () => api.bodies('POST', '/api/quantum-waitlist');

describe('Quantum help', () => {
  test('is collapsed, below the pay button and outside the payment form', async () => {
    await open(confirm, api);
    const pay = button('Pay $4.00 to continue');
    const row = region('Quantum help');
    await expect.element(row.getByText('Quantum help')).toBeVisible();
    expect(row.getByRole('textbox').elements()).toEqual([]);
    expect(pay.element().compareDocumentPosition(row.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(pay.element().closest('form')).not.toContainElement(row.element() as HTMLElement);
  });

  test(`${spec('2.6d')} accepts an e-mail address and then replaces the form with a confirmation`, async () => {
    const { row, email, send } = await openRow();
    await expectAccessible();
    await email.fill(' ada@example.com ');
    await send();
    await expect.element(row.getByText('Thank you. You’re on the list.')).toBeVisible();
    await expect.element(row.getByText('We’ll send you one email if the XRP network gets new keys.')).toBeVisible();
    expect(row.getByRole('textbox').elements()).toEqual([]);
    expect(document.activeElement).toContainElement(row.getByRole('status').element() as HTMLElement);
    expect(joined()).toEqual([{ email: 'ada@example.com' }]);
    await expectAccessible();
  });

  test('links to “Protect your notes”, and promises one mail about new keys', async () => {
    const { row } = await openRow();
    await expect
      .element(row.getByRole('link', { name: 'Protect your notes' }))
      .toHaveAttribute('href', '/concierge/encryption');
    await expect.element(row.getByText(/we’ll send you one email if the XRP network gets new keys\.$/)).toBeVisible();
  });

  test.each(['', 'ada', '   '])(
    `${spec('8.19')} rejects the e-mail address “%s”, and shows errors above the form and at the field`,
    async (wrong) => {
      const { row, email, send } = await openRow();
      await email.fill(wrong);
      await send();
      await expectSummaryAbove(email);
      const passing = text('Invalid email');
      // Hovering stops the toast's timer.
      await passing.hover();
      await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address');
      (row.getByRole('link', { name: 'Please enter a valid email address' }).element() as HTMLElement).click();
      await expect.element(email).toHaveFocus();
      expect(joined()).toEqual([]);
      await expectAccessible();
      // Typing dismisses the toast.
      await email.fill('ada@');
      await expect.element(passing).not.toBeInTheDocument();
    },
  );

  test('shows the server’s error at the field', async () => {
    const text = 'Please enter a full email address, like name@example.com.';
    const { email, send } = await openRow(
      refusal('POST /api/quantum-waitlist', 'invalid_input', { errors: [{ field: 'email', message: text }] }),
    );
    await email.fill('ada@');
    await send();
    await expect.element(email).toHaveAccessibleDescription(text);
    await expect.element(email).toHaveValue('ada@');
  });

  test.each([
    ['the server fails', () => problem('service_unavailable')],
    ['the connection breaks', () => HttpResponse.error()],
    ['the rate limit is reached', () => problem('rate_limited')],
  ])(
    `${spec('8.19')} shows a toast and a lasting error when %s, and retains the e-mail address for another attempt`,
    async (_what, answer) => {
      let fails = true;
      const { row, email, send } = await openRow(
        http.post('/api/quantum-waitlist', () => (fails ? answer() : HttpResponse.json({ ok: true }))),
      );
      await email.fill('ada@example.com');
      await send();
      const failure = 'Failed to join waitlist. Please try again.';
      await expect.element(row.getByRole('heading', { name: failure })).toBeVisible();
      const passing = region(/^Notifications/);
      await expectVisible(passing.getByText('Error'), passing.getByText(failure));
      await expect.element(email).toHaveValue('ada@example.com');
      fails = false;
      await passing.getByRole('button', { name: 'Try again' }).click();
      await expect.element(row.getByText('Thank you. You’re on the list.')).toBeVisible();
      // The error is gone from both the toast and the page.
      expect(text(failure).elements()).toEqual([]);
    },
  );

  test('does not block payment if the e-mail address is invalid', async () => {
    const { screen, email } = await openRow(networkError('POST /api/quantum-waitlist'));
    await email.fill('not an address');
    await button('Pay $4.00 to continue').click();
    await expect.poll(screen.path).toMatch(/^\/checkout/);
    expect(joined()).toEqual([]);
  });
});
