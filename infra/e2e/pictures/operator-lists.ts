import type { Page } from '@playwright/test';
import { expect, paidTransfer, signIn } from '../fixtures.ts';
import type { Screens } from './screen.ts';

/**
 * Returns states of the operators' pages that occur only on some days, with made-up responses of the
 * server.
 */
export function everyOperatorState(): Screens {
  const at = '2026-11-20T10:00:00.000Z';
  const id = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const many = <Row>(row: (number: number) => Row) => Array.from({ length: 12 }, (_, number) => row(number));
  const shown = (path: string, api: RegExp, answer: object, text: string | RegExp) => async (page: Page) => {
    await page.route(api, (route) => route.fulfill({ json: answer }));
    await signIn(page, path);
    return text;
  };
  const task = { orderId: id, paymentId: 'pay_1', assignedTo: null, doneAt: null, doneBy: null, reason: null };
  const provider = {
    service: 'ads',
    configured: true,
    goodAt: at,
    failures: 0,
    failedAt: null,
    failingSince: null,
    lastError: null,
  };
  const payment = { product: 'guide', amount: '4.00', refunded: '0.00', currency: 'USD', failure: null };
  return {
    'operator-list-loading': async (page) => {
      await page.route(/\/api\/admin\/payments/, () => {});
      await signIn(page, '/admin/payments');
      return 'All payments';
    },
    'operator-list-error': async (page) => {
      await page.route(/\/api\/admin\/payments/, (route) => route.abort());
      await signIn(page, '/admin/payments');
      return 'We couldn’t load the list';
    },
    'operator-list-nothing-found': async (page) => {
      await signIn(page, '/admin/payments?q=nothing');
      return 'No results for “nothing.”';
    },
    'operator-payments-full': shown(
      '/admin/payments',
      /\/api\/admin\/payments/,
      {
        payments: many((number) => ({
          ...payment,
          id: `pay_c13c53b1565a4ea682922264ccb6e9${10 + number}`,
          transferId: id,
          status: ['succeeded', 'refunded', 'open', 'failed'][number % 4],
          refundRequestedAt: number === 4 ? at : null,
          createdAt: at,
          paidAt: at,
        })),
        nextCursor: 'more',
      },
      'Page 1',
    ),
    'operator-tasks-full': shown(
      '/admin/tasks',
      /\/api\/admin\/tasks/,
      {
        tasks: [
          { ...task, id: 't1', kind: 'dispute', since: at, why: 'The bank wants the money back: $4.00.' },
          { ...task, id: 't5', kind: 'hand_payment', paymentId: null, since: at, why: 'Paid $4.00 by Venmo.' },
          { ...task, id: 't2', kind: 'wrong_amount', since: at, why: 'It was paid twice.', assignedTo: 'Journey' },
          {
            ...task,
            id: 't3',
            kind: 'campaign_by_hand',
            orderId: null,
            since: at,
            why: 'Name: Autumn\nBudget: $20.00',
          },
          {
            ...task,
            id: 't4',
            kind: 'refund_request',
            since: at,
            why: '',
            doneAt: at,
            doneBy: 'Ada',
            reason: 'Refunded',
          },
        ],
        nextCursor: null,
      },
      'Assigned to Journey',
    ),
    'operator-contacts-full': shown(
      '/admin/contacts',
      /\/api\/admin\/contacts/,
      {
        contacts: many((number) => ({
          id: `c${number}`,
          transferId: number % 2 ? id : null,
          email: `a.rather.long.name.${number}@mail.example.com`,
          phone: number % 3 ? null : '+1 555 0100',
          reason: number % 2 ? 'refund_request' : 'quantum_waitlist',
          message: number % 4 ? null : 'I have paid twice, and would like to have one of them back, please.',
          createdAt: at,
        })),
        nextCursor: null,
      },
      '+1 555 0100',
    ),
    'operator-dead-letters-full': shown(
      '/admin/events',
      /\/api\/admin\/events/,
      {
        deadLetters: many((number) => ({
          id: `transfer.${number}`,
          service: 'transfer',
          type: 'payment.succeeded',
          subject: id,
          reason: 'The version 9 of this event is not known here: an older program is still running.',
          attempts: 5,
          parkedAt: at,
        })),
        nextCursor: null,
        away: [],
      },
      /older program/,
    ),
    'operator-jobs-failed': shown(
      '/admin/jobs',
      /\/api\/admin\/jobs/,
      {
        queues: ['ads', 'notification', 'transfer'].map((service) => ({
          service,
          counts: { waiting: 3, active: 1, delayed: 0, failed: 2, completed: 1204 },
        })),
        failed: [1, 2].map((number) => ({
          id: `send-mail:receipt-${number}-${id}`,
          service: 'notification',
          reason: 'connect ECONNREFUSED 127.0.0.1:2525',
          attempts: 8,
          failedAt: at,
        })),
        nextCursor: null,
        away: ['signals'],
      },
      /ECONNREFUSED/,
    ),
    'operator-webhooks-full': shown(
      '/admin/webhooks',
      /\/api\/admin\/webhook-events/,
      {
        events: many((number) => ({
          id: `evt_1Q2w3E4r5T6y7U8i9O0p${number}`,
          type: number % 3 ? 'payment_intent.succeeded' : 'charge.dispute.created',
          outcome: number % 3 ? 'settled' : number % 2 ? 'disputed' : 'wrong_amount',
          paymentId: `pay_${number}`,
          receivedAt: at,
        })),
        nextCursor: null,
      },
      /^evt_/,
    ),
    'operator-providers-failed': shown(
      '/admin/providers',
      /\/api\/admin\/providers/,
      {
        away: ['transfer'],
        providers: [
          { ...provider, service: 'payment', name: 'Stripe', failedAt: at, lastError: 'The request timed out.' },
          { ...provider, service: 'notification', name: 'Mail server', goodAt: null },
          {
            ...provider,
            name: 'Meta',
            failures: 3,
            failedAt: at,
            failingSince: at,
            lastError:
              'The ad platform refused our request with error 400: Invalid OAuth access token - Cannot parse access token.',
          },
          { ...provider, name: 'Bitmedia', configured: false, goodAt: null },
        ],
      },
      '3 failures',
    ),
    'operator-activity-full': async (page) => {
      await signIn(page, '/admin/activity');
      await expect(page.getByText('Live').filter({ visible: true }).first()).toBeVisible();
      await paidTransfer(page);
      return 'payment.succeeded';
    },
    'operator-task-close': async (page) => {
      const tasks = [{ ...task, id: 't1', kind: 'dispute', since: at, why: 'The bank wants the money back.' }];
      await page.route(/\/api\/admin\/tasks/, (route) => route.fulfill({ json: { tasks, nextCursor: null } }));
      await signIn(page, '/admin/tasks');
      await page.getByRole('button', { name: 'Close Dispute' }).click();
      await page.getByRole('button', { name: 'Close the task' }).click();
      return 'Please say why.';
    },
    'operator-bypass-mistake': async (page) => {
      await signIn(page, '/admin-bypass');
      await page.getByRole('button', { name: 'Bypass payment' }).click();
      return 'There’s a problem';
    },
    'operator-concierge-link': async (page) => {
      await signIn(page, `/admin/transfers/${await paidTransfer(page, { serviceFee: '17.76' })}`);
      await page.getByRole('button', { name: /^Email a sign-in link/ }).click();
      return 'Owner’s email address';
    },
    'operator-maintenance-on': shown(
      '/admin/maintenance',
      /\/api\/maintenance-status/,
      { maintenanceMode: true },
      'Turn maintenance off',
    ),
    'operator-maintenance-ask': async (page) => {
      await signIn(page, '/admin/maintenance');
      await page.getByRole('button', { name: 'Turn maintenance on' }).click();
      return 'No one can order or pay until you turn maintenance off.';
    },
    'ad-of-others': async (page) => {
      const words = { title: 'A hardware wallet', description: 'Holds your keys where nobody else can reach them.' };
      const ads = [{ id: 'a', ...words, imageUrl: null, clickUrl: 'https://shop.example/', source: 'coinzilla' }];
      await page.route(/\/api\/ads\?/, (route) => route.fulfill({ json: { ads } }));
      await page.goto('/nansen');
      await page.getByRole('button', { name: 'Close this ad' }).last().click();
      return /^Ad closed/;
    },
  };
}
