import { spec } from '@xrp-bridge/contracts/testing';
import { http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { later, paymentOf, taskOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const dialog = () => page.getByRole('dialog');

describe('tasks', () => {
  /** Opens the menu of the only task and selects an entry. */
  async function selectAction(name: string): Promise<void> {
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name }).click();
  }

  test(`${spec('operators.18')} can be assigned to the operator, released, and closed with a reason`, async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(page.getByRole('table').getByText('Wrong amount').first()).toBeVisible();
    await expectAccessible();
    await selectAction('Assign to me');
    await expectVisible('Assigned to Ada', 'Task assigned to you');
    await selectAction('Unassign');
    await expect.element(text('Not assigned')).toBeVisible();
    await button('Close Wrong amount').click();
    await giveReason('Close the task');
    await expectVisible('Task closed', 'Ada: Ada asked for it');
    expect(button(/^More actions/).elements()).toEqual([]);
    expect(api.bodies('POST', '/api/admin/tasks/task_1/assign')).toEqual([{ to: 'Ada' }, { to: null }]);
    expect(api.bodies('POST', '/api/admin/tasks/task_1/close')[0]).toEqual({ reason: 'Ada asked for it' });
  });

  test('return to the previous operator after “Undo”', async () => {
    api.tasks = [taskOf({ assignedTo: 'Grace' })];
    await open('/admin/tasks', api);
    await selectAction('Assign to me');
    await expect.element(text('Assigned to Ada')).toBeVisible();
    await button('Undo').click();
    await expect.element(text('Assigned to Grace')).toBeVisible();
    expect(api.bodies('POST', '/api/admin/tasks/task_1/assign')).toEqual([{ to: 'Ada' }, { to: 'Grace' }]);
  });

  const assigned = (taskId: string) => api.bodies('POST', `/api/admin/tasks/${taskId}/assign`);
  const select = async () => {
    await page.getByRole('checkbox', { name: 'Select Wrong amount' }).click();
    await page.getByRole('checkbox', { name: 'Select Dispute' }).click();
    await expect.element(text('2 selected')).toBeVisible();
  };

  test('are assigned together, and return to their previous operators after “Undo”', async () => {
    api.tasks = [taskOf({ assignedTo: 'Grace' }), taskOf({ id: 'task_2', kind: 'dispute' })];
    await open('/admin/tasks', api);
    await select();
    await expectAccessible();
    await button('Assign to me').click();
    await expect.element(text('2 tasks changed')).toBeVisible();
    await expect.poll(() => text('Assigned to Ada').elements().length).toBe(2);
    expect(text('2 selected').elements()).toEqual([]);
    await button('Undo').click();
    await expectVisible('Assigned to Grace', 'Not assigned');
    expect(assigned('task_1')).toEqual([{ to: 'Ada' }, { to: 'Grace' }]);
    expect(assigned('task_2')).toEqual([{ to: 'Ada' }, { to: null }]);
  });

  test('all stay unchanged if one of them cannot be assigned', async () => {
    api.tasks = [taskOf({ assignedTo: 'Grace' }), taskOf({ id: 'task_2', kind: 'dispute' })];
    await open(
      '/admin/tasks',
      api,
      // The fake server lists this task last, so the change of the other task must be reversed.
      http.post('/api/admin/tasks/task_1/assign', () => problem('task_not_found')),
    );
    await select();
    await button('Assign to me').click();
    await expect.element(text('We couldn’t find that task.')).toBeVisible();
    await expectVisible('Assigned to Grace', 'Not assigned', '2 selected');
    expect(assigned('task_2')).toEqual([{ to: 'Ada' }, { to: null }]);
  });

  test('are counted as changed only if their operator changes', async () => {
    api.tasks = [taskOf({ assignedTo: 'Ada' }), taskOf({ id: 'task_2', kind: 'dispute' })];
    await open('/admin/tasks', api);
    await select();
    await button('Assign to me').click();
    await expect.element(text('1 task changed')).toBeVisible();
    expect(assigned('task_1')).toEqual([]);
    expect(assigned('task_2')).toEqual([{ to: 'Ada' }]);
  });

  test('show the error of the failed change, also if reversing the other changes fails', async () => {
    api.tasks = ['wrong_amount', 'dispute', 'not_released'].map((kind, index) => taskOf({ id: `task_${index}`, kind }));
    const refused: (string | null)[] = [];
    await open(
      '/admin/tasks',
      api,
      // The page changes task_0 last, because the fake server lists it last. When this change fails, the page must
      // reverse the changes of the other tasks.
      http.post('/api/admin/tasks/task_0/assign', () => problem('task_not_found')),
      http.post('/api/admin/tasks/task_1/assign', async ({ request }) => {
        const { to } = (await request.clone().json()) as { to: string | null };
        if (to !== null) return undefined;
        refused.push(to);
        return problem('service_unavailable');
      }),
    );
    await select();
    await page.getByRole('checkbox', { name: 'Select Payment not linked to its transfer' }).click();
    await button('Assign to me').click();
    await expect.element(text('We couldn’t find that task.')).toBeVisible();
    await expect.poll(() => assigned('task_2')).toEqual([{ to: 'Ada' }, { to: null }]);
    expect(refused).toEqual([null]);
  });

  test('have a menu that opens by keyboard, and returns the focus when it closes', async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(button(/^More actions/)).toBeVisible();
    (button(/^More actions/).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Assign to me' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button(/^More actions/)).toHaveFocus();
  });

  const refunds = () => api.bodies('POST', `/api/admin/refunds/${id}`);
  const conciergeOnly = { product: 'concierge', amountCents: 1376 } as const;
  const bundle = paymentOf({ product: 'bundle', amount: '17.76' });

  test('show the amount of a requested refund on a button, which refunds the payment of the task', async () => {
    api.tasks = [taskOf({ kind: 'refund_request', refund: { product: 'all', amountCents: 400 } })];
    api.payments = [paymentOf({ id: 'pay_2', amount: '13.76' }), paymentOf()];
    await open('/admin/tasks', api);
    await expect.element(button(/^Refund \$4\.00/)).toBeVisible();
    expect(api.called('GET', '/api/admin/payments')).toEqual([]);
    await button(/^Refund \$4\.00/).click();
    await giveReason('Refund $4.00');
    await expect.element(text('Refund started')).toBeVisible();
    expect(refunds()).toEqual([{ paymentId: 'pay_1', product: 'all', reason: 'Ada asked for it' }]);
  });

  test('show the amount of a refund requested only for the concierge, and preselect the concierge', async () => {
    api.tasks = [taskOf({ kind: 'refund_request', refund: conciergeOnly })];
    api.payments = [bundle];
    await open('/admin/tasks', api);
    await button(/^Refund \$13\.76/).click();
    await expect.element(dialog().getByRole('radio', { name: 'The concierge only' })).toBeChecked();
    await expectAccessible();
    await giveReason('Refund the concierge');
    await expect.element(text('Refund started')).toBeVisible();
    expect(refunds()).toEqual([{ paymentId: 'pay_1', product: 'concierge', reason: 'Ada asked for it' }]);
  });

  test('have no refund button if they request no refund', async () => {
    api.tasks = [taskOf({ kind: 'unlocks_nothing', why: 'Paid with a second payment intent.' })];
    api.payments = [paymentOf()];
    await open('/admin/tasks', api);
    await expect.element(button('Close Payment to refund')).toBeVisible();
    expect(button(/^Refund/).elements()).toEqual([]);
  });

  test('refund nothing if the payment has changed since the task was opened', async () => {
    api.tasks = [taskOf({ kind: 'refund_request', refund: conciergeOnly })];
    api.payments = [{ ...bundle, refunded: '4.00' }];
    await open('/admin/tasks', api);
    await button(/^Refund \$13\.76/).click();
    await expect.element(dialog().getByText(/^This payment has changed/)).toBeVisible();
    await expectAccessible();
    expect(
      dialog()
        .getByRole('button', { name: /^Refund/ })
        .elements(),
    ).toEqual([]);
    expect(refunds()).toEqual([]);
  });

  test('can be filtered by accounting alarms', async () => {
    await open('/admin/tasks?kind=accounting_alarm', api);
    await expect.element(page.getByLabelText('Type')).toHaveValue('accounting_alarm');
  });

  test.each(['owner', 'staff'] as const)(
    'offer the bypass of a payment by hand only to an owner (role: %s)',
    async (role) => {
      api.role = role;
      api.tasks = [taskOf({ kind: 'hand_payment', paymentId: null })];
      await open('/admin/tasks', api);
      await expect.element(button(/^More actions/)).toBeVisible();
      const bypass = page.getByRole('table').getByRole('link', { name: 'Bypass payment' });
      expect(bypass.elements()).toHaveLength(role === 'owner' ? 1 : 0);
      expect(button('Close Request to pay another way').elements()).toHaveLength(role === 'owner' ? 0 : 1);
    },
  );

  test('are assigned to another operator with a reason', async () => {
    api.tasks = [taskOf({ assignedTo: 'Grace' })];
    const at = { ip: '203.0.113.7', startedAt: later, expiresAt: later, current: false };
    api.sessions = ['Grace', 'Ada', 'Linus', 'Linus'].map((name, index) => ({ id: `s${index}`, name, ...at }));
    await open('/admin/tasks', api);
    await selectAction('Assign to…');
    const whose = dialog().getByRole('combobox', { name: 'Assign to' });
    await expect.element(whose).toHaveValue('Ada');
    expect([...whose.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(['Ada', 'Linus']);
    await whose.selectOptions('Linus');
    await expectAccessible();
    await giveReason('Assign');
    await expectVisible('Task assigned', 'Assigned to Linus');
    expect(api.bodies('POST', '/api/admin/tasks/task_1/assign')).toEqual([{ to: 'Linus', reason: 'Ada asked for it' }]);
  });

  test('cannot be assigned to another operator if none is signed in', async () => {
    api.tasks = [taskOf({ assignedTo: 'Ada' })];
    api.sessions = [];
    await open('/admin/tasks', api);
    await selectAction('Assign to…');
    await expect.element(dialog().getByText('No one else is signed in.')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Assign' })).not.toBeInTheDocument();
  });

  const typed = () => dialog().getByRole('textbox', { name: 'Why?' });

  /** Opens the dialog that closes the only task, and enters the beginning of a reason. */
  async function beginToClose(): Promise<void> {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(text('Live')).toBeVisible();
    await button('Close Wrong amount').click();
    await typed().fill('Half of a long story');
  }

  test('can be closed from an open dialog after they have moved to the next page', async () => {
    api.pageSize = 1;
    await beginToClose();
    api.tasks = [...api.tasks, taskOf({ id: 'task_2', kind: 'dispute' })];
    api.sendActivity({ type: 'task.opened' });
    await expect.element(text('Dispute').first()).toBeInTheDocument();
    await expect.element(typed()).toHaveValue('Half of a long story');
    await expect.element(typed()).toHaveFocus();
    await dialog().getByRole('button', { name: 'Close the task' }).click();
    await expect.element(text('Task closed')).toBeVisible();
    expect(api.bodies('POST', '/api/admin/tasks/task_1/close')[0]).toEqual({ reason: 'Half of a long story' });
    await expect.element(heading('All tasks')).toHaveFocus();
  });

  test('leave the open dialog unchanged when another operator closes them', async () => {
    await beginToClose();
    api.tasks = [];
    api.sendActivity({ type: 'task.closed' });
    await expect.element(text('No open tasks.')).toBeInTheDocument();
    await expect.element(typed()).toHaveValue('Half of a long story');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(heading('All tasks')).toHaveFocus();
  });

  test('have a button that copies the campaign’s texts if the campaign is at Rumble', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    api.tasks = [taskOf({ kind: 'campaign_by_hand', orderId: null, why: 'Name: Autumn\nBudget: $20.00 a day' })];
    await open('/admin/tasks', api);
    await button('Copy the details').click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('Name: Autumn\nBudget: $20.00 a day');
    await expectAccessible();
  });

  test('have no buttons once they are done', async () => {
    api.tasks = [taskOf({ doneAt: later, doneBy: 'system', reason: 'It was paid' })];
    await open('/admin/tasks', api);
    await expect.element(text('system: It was paid')).toBeVisible();
    expect(button(/^(More actions|Close)/).elements()).toEqual([]);
  });

  test('show why they could not be assigned', async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api, refusal('POST /api/admin/tasks/{id}/assign', 'task_not_found'));
    await selectAction('Assign to me');
    await expect.element(text('We couldn’t find that task.')).toBeVisible();
  });
});
