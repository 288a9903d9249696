import { referenceOf } from '@xrp-bridge/contracts/reference';
import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { catchFile } from '../../../test/catch-file.ts';
import { problem } from '../../../test/fake-api.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at, later, paymentOf, taskOf } from '../../../test/operator-rows.ts';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const region = (name: string) => page.getByRole('region', { name });
const text = (words: string | RegExp) => page.getByText(words);
const dialog = () => page.getByRole('dialog');

async function giveReason(does: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Why?' }).fill('The customer asked');
  await dialog().getByRole('button', { name: does }).click();
}

describe('transfers', () => {
  beforeEach(() => {
    const { mine: _, ...transfer } = api.transfer;
    api.transfers = [{ ...transfer, destinationAddress: address, status: 'completed' }];
  });

  test('are listed without the customer’s address, and lead to all that is known', async () => {
    await open('/admin/transfers', api);
    await expect
      .element(page.getByRole('link', { name: referenceOf(id) }))
      .toHaveAttribute('href', `/admin/transfers/${id}`);
    await expect.element(page.getByRole('table').getByText('Completed')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /Coinbase$/ })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /Xaman$/ })).toBeVisible();
    expect(document.body.textContent).not.toContain(address);
    await expectAccessible();
  });

  const asked = () => api.called('GET', '/api/admin/transfers').at(-1)?.query;

  test('are asked for by status, which stands in the address', async () => {
    const screen = await open('/admin/transfers?q=kraken', api);
    await page.getByLabelText('Status').selectOptions('Refunded');
    await expect.poll(() => asked()?.status).toBe('refunded');
    expect(screen.path()).toBe('/admin/transfers?q=kraken&status=refunded');
    await page.getByLabelText('Status').selectOptions('All');
    await expect.poll(asked).not.toHaveProperty('status');
    expect(screen.path()).toBe('/admin/transfers?q=kraken');
  });

  test.each([
    ['refunded', 'refunded', 'refunded'],
    ['nonsense', undefined, ''],
  ])('by a link with the status %s', async (status, sent, shown) => {
    await open(`/admin/transfers?status=${status}`, api);
    await expect.element(page.getByLabelText('Status')).toHaveValue(shown);
    await expect.poll(() => asked()?.status).toBe(sent);
  });
});

describe('a transfer', () => {
  const path = `/admin/transfers/${id}`;

  test(`${spec('operators.17')} has what happened, and what was paid`, async () => {
    api.payments = [paymentOf()];
    await open(path, api);
    await expect.element(region('What happened').getByText('Paid', { exact: true })).toBeVisible();
    await expect.element(region('What was paid').getByText('$4.00, $0.00 of it paid back')).toBeVisible();
    await expect.element(region('What was paid').getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible();
    expect(api.called('GET', '/api/admin/payments')[0]?.query).toEqual({ transferId: id });
    await expectAccessible();
  });

  test('that nobody has paid for by card leads to where it is unlocked by hand; one that is paid does not', async () => {
    api.payments = [paymentOf({ status: 'open', paidAt: null })];
    const screen = await open(path, api);
    const unlock = region('What was paid').getByRole('link', { name: 'Bypass payment' });
    await expect.element(unlock).toHaveAttribute('href', `/admin-bypass?transfer=${id}`);
    await expectAccessible();
    await unlock.click();
    await expect.element(page.getByLabelText('Transfer ID')).toHaveValue(id);
    api.payments = [paymentOf()];
    await screen.go(path);
    await expect.element(region('What was paid').getByText('$4.00, $0.00 of it paid back')).toBeVisible();
    await expect.element(unlock).not.toBeInTheDocument();
  });

  test(`${spec('operators.17')} is paid back with a reason, once, and cannot be again`, async () => {
    api.payments = [paymentOf({ product: 'bundle', amount: '17.76' })];
    await open(path, api);
    await button(/^Refund/).click();
    await expect.element(dialog().getByRole('heading')).toHaveTextContent(`Pay the money back: ${referenceOf(id)}`);
    for (const fact of ['pay_1', '$17.76, $0.00 of it paid back']) {
      await expect.element(dialog().getByText(fact)).toBeVisible();
    }
    await expect.element(dialog().getByText(/The customer gets back \$17\.76/)).toBeVisible();
    await dialog().getByText('The concierge only').click();
    await expect.element(dialog().getByText(/The guide stays open/)).toBeVisible();
    await expectAccessible();
    await giveReason('Pay it back');
    await expect.element(text('The money goes back')).toBeVisible();
    await expect.element(button(/^Refund/)).not.toBeInTheDocument();
    // The button is gone: who came by the keyboard goes on where it was.
    await expect.element(page.getByRole('heading', { name: 'What was paid' })).toHaveFocus();
    expect(api.called('POST', `/api/admin/refunds/${id}`).map(({ body }) => body)).toEqual([
      { paymentId: 'pay_1', product: 'concierge', reason: 'The customer asked' },
    ]);
  });

  test('of two payments only the one that was pressed goes back', async () => {
    const upgrade = paymentOf({ id: 'pay_2', product: 'concierge', amount: '13.76' });
    api.payments = [paymentOf(), upgrade];
    let sent: unknown;
    await open(
      path,
      api,
      http.post('/api/admin/refunds/:id', async ({ request }) => {
        sent = await request.json();
        api.payments = [paymentOf(), { ...upgrade, status: 'refunded', refunded: '13.76' }];
        return HttpResponse.json({ payments: api.payments });
      }),
    );
    await button(/^Refund \$13\.76/).click();
    await expect.element(dialog().getByText('pay_2')).toBeVisible();
    await giveReason('Pay it back');
    await expect.element(button(/^Refund \$13\.76/)).not.toBeInTheDocument();
    await expect.element(button(/^Refund \$4\.00/)).toBeVisible();
    expect(sent).toEqual({ paymentId: 'pay_2', product: 'all', reason: 'The customer asked' });
  });

  test('is not paid back without a reason, or after all', async () => {
    api.payments = [paymentOf()];
    await open(path, api);
    await button(/^Refund/).click();
    await dialog().getByRole('button', { name: 'Pay it back' }).click();
    await expect.element(text('Please say why.')).toBeVisible();
    await button('Cancel').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button(/^Refund/)).toHaveFocus();
    expect(api.called('POST', `/api/admin/refunds/${id}`)).toEqual([]);
  });

  test('whose payments could not be read says so, and can be asked again', async () => {
    const down = refusal('GET /api/admin/payments', 'service_unavailable');
    await open(path, api, down);
    await expect.element(text('The payments could not be read')).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(text('Nothing was paid yet.')).toBeVisible();
  });

  test('whose story could not be read says so, and can be asked again; what was paid stays in sight', async () => {
    api.payments = [paymentOf()];
    await open(path, api);
    await expect.element(button(/^Refund/)).toBeVisible();
    const down = refusal('GET /api/admin/transfers/{transferId}/timeline', 'service_unavailable');
    network.use(down);
    api.happen({ subject: id });
    await expect.element(text('What happened could not be read')).toBeVisible();
    await expect.element(button(/^Refund/)).toBeVisible();
    await expectAccessible();
    down.end();
    await button('Try again').click();
    await expect.element(text('What happened could not be read')).not.toBeInTheDocument();
  });

  test('that could not be paid back says why, where it was asked', async () => {
    api.payments = [paymentOf()];
    await open(path, api, refusal('POST /api/admin/refunds/{transferId}', 'not_refundable'));
    await button(/^Refund/).click();
    await giveReason('Pay it back');
    await expect.element(dialog().getByText('This payment can no longer be refunded.')).toBeVisible();
    await expectAccessible();
  });

  test('that Stripe did not answer says so in words for operators', async () => {
    api.payments = [paymentOf()];
    await open(path, api, refusal('POST /api/admin/refunds/{transferId}', 'payment_provider_unavailable'));
    await button(/^Refund/).click();
    await giveReason('Pay it back');
    await expect.element(dialog().getByText(/^Stripe did not answer, so nothing was changed\./)).toBeVisible();
  });

  const mailLink = () => button(/^Mail a sign-in link/);

  test(`${spec('operators.17')} whose concierge is paid gives it an address, and mails a sign-in link there`, async () => {
    api.payments = [paymentOf({ product: 'bundle', amount: '17.76' })];
    await open(path, api);
    await mailLink().click();
    await expect.element(dialog().getByRole('heading')).toHaveTextContent(`Mail a sign-in link: ${referenceOf(id)}`);
    await dialog().getByRole('textbox', { name: 'E-mail address of the owner' }).fill('ann@example.com');
    await expectAccessible();
    await giveReason('Mail the link');
    await expect.element(text('The link is on its way')).toBeVisible();
    expect(api.called('POST', `/api/admin/concierge/${id}/email`).map(({ body }) => body)).toEqual([
      { email: 'ann@example.com', reason: 'The customer asked' },
    ]);
  });

  test('whose concierge was paid back meanwhile says so where the link was asked for', async () => {
    api.payments = [paymentOf({ product: 'concierge', amount: '13.76' })];
    await open(path, api, refusal('POST /api/admin/concierge/{orderId}/email', 'not_owned'));
    await mailLink().click();
    await giveReason('Mail the link');
    await expect.element(dialog().getByText('The concierge of this order is not paid.')).toBeVisible();
    await expect.element(dialog().getByRole('textbox', { name: 'Why?' })).toHaveValue('The customer asked');
  });

  test.each([
    ['guide', 'succeeded'],
    ['bundle', 'open'],
    ['bundle', 'refunded'],
  ] as const)('with a %s that is %s has no concierge to mail a link to', async (product, status) => {
    api.payments = [paymentOf({ product, status })];
    await open(path, api);
    await expect.element(region('What was paid').getByText('$4.00, $0.00 of it paid back')).toBeVisible();
    expect(mailLink().elements()).toEqual([]);
  });

  test.each([
    ['nonsense', 'There is no such transfer'],
    ['f'.repeat(32), 'There is no such transfer'],
  ])('%s is not there', async (unknown, title) => {
    await open(`/admin/transfers/${unknown}`, api);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expectAccessible();
  });
});

test('a payment is paid back from the list', async () => {
  api.payments = [paymentOf(), paymentOf({ id: 'pay_2', transferId: 'f'.repeat(32), status: 'open' })];
  await open('/admin/payments', api);
  await button(`Refund $4.00 of the transfer ${referenceOf(id)}`).click();
  await giveReason('Pay it back');
  await expect.element(page.getByRole('table').getByText('Refunded').first()).toBeVisible();
  expect(button(/^Refund \$/).elements()).toEqual([]);
  await expect.element(page.getByRole('heading', { name: 'All payments' })).toHaveFocus();
});

test('a payment that somebody else pays back meanwhile is told of where it was asked for', async () => {
  api.payments = [paymentOf()];
  await open(
    '/admin/payments',
    api,
    http.post('/api/admin/refunds/:id', () => {
      api.payments = [paymentOf({ status: 'refunded', refunded: '4.00' })];
      return problem('not_refundable');
    }),
  );
  await button(/^Refund \$/).click();
  await giveReason('Pay it back');
  await expect.element(text('Refunded').first()).toBeInTheDocument();
  await expect.element(dialog().getByText('This payment can no longer be refunded.')).toBeVisible();
  await expect.element(dialog().getByRole('textbox', { name: 'Why?' })).toHaveValue('The customer asked');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { name: 'All payments' })).toHaveFocus();
});

describe('tasks', () => {
  test(`${spec('operators.18')} are taken, given back and closed with a reason`, async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(page.getByRole('table').getByText('Wrong amount').first()).toBeVisible();
    await expectAccessible();
    await button('Take Wrong amount').click();
    await expect.element(button('Put back Wrong amount')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /Ada$/ })).toBeVisible();
    await button('Put back Wrong amount').click();
    await expect.element(button('Take Wrong amount')).toBeVisible();
    await button('Close Wrong amount').click();
    await giveReason('Close the task');
    await expect.element(text('The task is closed')).toBeVisible();
    await expect.element(text('Ada: The customer asked')).toBeVisible();
    await expect.element(button('Take Wrong amount')).not.toBeInTheDocument();
    expect(api.called('POST', '/api/admin/tasks/task_1/assign').map(({ body }) => body)).toEqual([
      { to: 'Ada' },
      { to: null },
    ]);
    expect(api.called('POST', '/api/admin/tasks/task_1/close')[0]?.body).toEqual({ reason: 'The customer asked' });
  });

  test('are given to somebody else, by name and with a reason', async () => {
    api.tasks = [taskOf({ assignedTo: 'Grace' })];
    const at = { ip: '203.0.113.7', startedAt: later, expiresAt: later, current: false };
    api.sessions = ['Grace', 'Ada', 'Linus', 'Linus'].map((name, index) => ({ id: `s${index}`, name, ...at }));
    await open('/admin/tasks', api);
    await expect.element(button('Take over Wrong amount')).toBeVisible();
    await button('Give to Wrong amount').click();
    const whose = dialog().getByRole('combobox', { name: 'Whose task is it now?' });
    await expect.element(whose).toHaveValue('Ada');
    expect([...whose.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(['Ada', 'Linus']);
    await whose.selectOptions('Linus');
    await expectAccessible();
    await giveReason('Give it to them');
    await expect.element(text('The task is given')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /Linus$/ })).toBeVisible();
    expect(api.called('POST', '/api/admin/tasks/task_1/assign').map(({ body }) => body)).toEqual([
      { to: 'Linus', reason: 'The customer asked' },
    ]);
  });

  test('are given to nobody where nobody else is signed in', async () => {
    api.tasks = [taskOf({ assignedTo: 'Ada' })];
    api.sessions = [];
    await open('/admin/tasks', api);
    await button('Give to Wrong amount').click();
    await expect.element(dialog().getByText('Nobody else is signed in.')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Give it to them' })).not.toBeInTheDocument();
  });

  const typed = () => dialog().getByRole('textbox', { name: 'Why?' });

  /** Asks to close the only task, and begins to say why. */
  async function beginToClose(): Promise<void> {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
    await button('Close Wrong amount').click();
    await typed().fill('Half of a long story');
  }

  test('that go to the next page while they are asked about are closed with what was typed', async () => {
    api.pageSize = 1;
    await beginToClose();
    api.tasks = [...api.tasks, taskOf({ id: 'task_2', kind: 'dispute' })];
    api.happen({ type: 'task.opened' });
    await expect.element(page.getByText('Dispute', { exact: true }).first()).toBeInTheDocument();
    await expect.element(typed()).toHaveValue('Half of a long story');
    await expect.element(typed()).toHaveFocus();
    await dialog().getByRole('button', { name: 'Close the task' }).click();
    await expect.element(text('The task is closed')).toBeVisible();
    expect(api.called('POST', '/api/admin/tasks/task_1/close')[0]?.body).toEqual({ reason: 'Half of a long story' });
    await expect.element(page.getByRole('heading', { name: 'All tasks' })).toHaveFocus();
  });

  test('that are gone while they are asked about leave the dialog as it is', async () => {
    await beginToClose();
    api.tasks = [];
    api.happen({ type: 'task.closed' });
    await expect.element(text('Nothing waits for anybody.')).toBeInTheDocument();
    await expect.element(typed()).toHaveValue('Half of a long story');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'All tasks' })).toHaveFocus();
  });

  test('of a campaign that is made by hand have its texts to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    api.tasks = [taskOf({ kind: 'campaign_by_hand', orderId: null, why: 'Name: Autumn\nBudget: $20.00 a day' })];
    await open('/admin/tasks', api);
    await button('Copy the texts').click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('Name: Autumn\nBudget: $20.00 a day');
    await expectAccessible();
    vi.restoreAllMocks();
  });

  test('that are done have nothing to do', async () => {
    api.tasks = [taskOf({ doneAt: later, doneBy: 'system', reason: 'It was paid' })];
    await open('/admin/tasks', api);
    await expect.element(text('system: It was paid')).toBeVisible();
    expect(button(/^(Take|Close)/).elements()).toEqual([]);
  });

  test('that could not be taken say so', async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api, refusal('POST /api/admin/tasks/{id}/assign', 'task_not_found'));
    await button('Take Wrong amount').click();
    await expect.element(text('There is no such task.')).toBeVisible();
  });
});

const contact = { id: 'c1', transferId: null, phone: null, message: null, createdAt: at };

test.each([360, 768, 1280])('contacts fit into %i px, however long what people wrote is', async (width) => {
  await page.viewport(width, 800);
  const email = `${'a-very-long-name-'.repeat(4)}@${'of-a-long-domain-'.repeat(3)}.example`;
  api.contacts = [{ ...contact, email, reason: 'refund_request', message: 'w'.repeat(200) }];
  await open('/admin/contacts', api);
  await expect.element(page.getByText(email)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test(`${spec('operators.19')} contacts, and the waitlist alone`, async () => {
  api.contacts = [{ ...contact, email: 'ann@example.com', reason: 'quantum_waitlist' }];
  await open('/admin/contacts', api);
  await expect
    .element(page.getByRole('link', { name: 'ann@example.com' }))
    .toHaveAttribute('href', 'mailto:ann@example.com');
  await expectAccessible();
  await page.getByLabelText('Why').selectOptions('quantum_waitlist');
  await expect.poll(() => api.called('GET', '/api/admin/contacts').at(-1)?.query?.reason).toBe('quantum_waitlist');
});

test.each([
  ['/admin/contacts', 'contacts.csv', undefined],
  ['/admin/contacts?reason=quantum_waitlist', 'waitlist.csv', 'quantum_waitlist'],
])('what is listed at %s is saved as %s', async (path, name, reason) => {
  const file = catchFile();
  const message = '=1+1, "please"\nSoon';
  api.contacts = [{ ...contact, email: 'ann@example.com', reason: 'quantum_waitlist', message }];
  await open(path, api);
  await button('CSV').click();
  await expect.element(page.getByText('1 row', { exact: true })).toBeVisible();
  expect(file.name()).toBe(name);
  expect(await file.text()).toBe(
    `Since,Why,E-mail,Phone,Message,Transfer\r\n${at},quantum_waitlist,ann@example.com,,"'=1+1, ""please""\nSoon",\r\n`,
  );
  expect(api.called('GET', '/api/admin/contacts').at(-1)?.query?.reason).toBe(reason);
});

describe('the bypass', () => {
  const path = '/admin-bypass';
  const field = () => page.getByLabelText('Transfer ID');

  test(`${spec('operators.34')} needs a transfer`, async () => {
    await open(path, api);
    await expectAccessible();
    await button('Bypass payment').click();
    await expectSummaryAbove(field());
    await expect.element(page.getByRole('link', { name: 'Please enter a transfer ID' })).toBeVisible();
    await expectAccessible();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test(`${spec('operators.16')} opens the guide, says so, and goes to the checkout`, async () => {
    const screen = await open(path, api);
    await field().fill(` ${id} `);
    await page.getByLabelText(/^How was it paid/).fill('By PayPal');
    await button('Bypass payment').dblClick();
    await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
    await expect.element(text('Payment bypassed - instructions now available')).toBeVisible();
    await expect.element(page.getByText('Success', { exact: true })).toBeVisible();
    expect(api.called('POST', `/api/admin/bypass-payment/${id}`).map(({ body }) => body)).toEqual([
      { reason: 'By PayPal' },
    ]);
  });

  test.each([referenceOf(id), referenceOf(id).toLowerCase().replace('-', ' '), 'HWBW-VSYR'])(
    'finds the transfer by the reference that its customer quotes: %s',
    async (reference) => {
      const { mine: _, ...rest } = api.transfer;
      const transfer = { ...rest, destinationAddress: address };
      const asked: (string | null)[] = [];
      const screen = await open(
        path,
        api,
        http.get('/api/admin/transfers', ({ request }) => {
          asked.push(new URL(request.url).searchParams.get('search'));
          // A search finds more than what was looked for.
          const other = { ...transfer, id: 'f'.repeat(32) };
          return HttpResponse.json({ transfers: [other, transfer], nextCursor: null });
        }),
      );
      await field().fill(` ${reference} `);
      await button('Bypass payment').click();
      await expect.poll(screen.path).toMatch(new RegExp(`^/(checkout\\?transfer=${id}|transfer/${id})$`));
      expect(asked).toEqual([reference]);
      expect(api.called('POST', `/api/admin/bypass-payment/${id}`)).toHaveLength(1);
    },
  );

  test('of a reference that no transfer has says so, and unlocks nothing', async () => {
    const screen = await open(path, api);
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('No transfer has this reference.').first()).toBeVisible();
    await expectAccessible();
    expect(screen.path()).toBe(path);
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('that could not even look for a reference was not attempted', async () => {
    const screen = await open(path, api, networkError('GET /api/admin/transfers'));
    await field().fill('AC3D-E46F');
    await button('Bypass payment').click();
    await expect.element(text('Please try again.').first()).toBeVisible();
    expect(text('Bypass attempted').elements()).toEqual([]);
    expect(screen.path()).toBe(path);
  });

  test('is not done again by whoever presses once more before the next page is there', async () => {
    const screen = await open(path, api);
    await field().fill(id);
    const form = (button('Bypass payment').element() as HTMLButtonElement).form as HTMLFormElement;
    const pressAgain = () => form.requestSubmit();
    form.requestSubmit();
    await expect.poll(() => document.body.textContent).toContain('instructions now available');
    pressAgain();
    await expect.poll(screen.path).not.toBe(path);
    expect(api.called('POST', `/api/admin/bypass-payment/${id}`)).toHaveLength(1);
  });

  test(`${spec('operators.34')} that is refused says so, and stays`, async () => {
    const screen = await open(path, api, refusal('POST /api/admin/bypass-payment/{transferId}', 'already_paid'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(page.getByRole('heading', { name: 'Failed to bypass payment' })).toBeVisible();
    // Above the form, and in passing.
    await expect.poll(() => text('Failed to bypass payment').elements().length).toBeGreaterThan(1);
    await expect.element(text('This transfer is already paid.').first()).toBeVisible();
    expect(screen.path()).toBe(path);
  });

  test(`${spec('operators.34')} that has no answer: “Bypass attempted”, and the checkout says what is true`, async () => {
    const screen = await open(path, api, networkError('POST /api/admin/bypass-payment/{transferId}'));
    await field().fill(id);
    await button('Bypass payment').click();
    await expect.element(text('Bypass attempted')).toBeVisible();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('leads home', async () => {
    await open(path, api);
    await expect.element(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  });
});
