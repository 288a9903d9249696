import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, heading, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { later, taskOf } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const dialog = () => page.getByRole('dialog');

describe('tasks', () => {
  test(`${spec('operators.18')} are assigned to oneself, released, and closed with a reason`, async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api);
    await expect.element(page.getByRole('table').getByText('Wrong amount').first()).toBeVisible();
    await expectAccessible();
    await button('Take Wrong amount').click();
    await expectVisible(button('Put back Wrong amount'), page.getByRole('cell', { name: /Ada$/ }));
    await button('Put back Wrong amount').click();
    await expect.element(button('Take Wrong amount')).toBeVisible();
    await button('Close Wrong amount').click();
    await giveReason('Close the task');
    await expectVisible('The task is closed', 'Ada: Ada asked for it');
    await expect.element(button('Take Wrong amount')).not.toBeInTheDocument();
    expect(api.bodies('POST', '/api/admin/tasks/task_1/assign')).toEqual([{ to: 'Ada' }, { to: null }]);
    expect(api.bodies('POST', '/api/admin/tasks/task_1/close')[0]).toEqual({ reason: 'Ada asked for it' });
  });

  test('are assigned to another operator with a reason', async () => {
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
    await expectVisible('The task is given', page.getByRole('cell', { name: /Linus$/ }));
    expect(api.bodies('POST', '/api/admin/tasks/task_1/assign')).toEqual([{ to: 'Linus', reason: 'Ada asked for it' }]);
  });

  test('cannot be assigned if no other operator is signed in', async () => {
    api.tasks = [taskOf({ assignedTo: 'Ada' })];
    api.sessions = [];
    await open('/admin/tasks', api);
    await button('Give to Wrong amount').click();
    await expect.element(dialog().getByText('Nobody else is signed in.')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Give it to them' })).not.toBeInTheDocument();
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
    await expect.element(text('The task is closed')).toBeVisible();
    expect(api.bodies('POST', '/api/admin/tasks/task_1/close')[0]).toEqual({ reason: 'Half of a long story' });
    await expect.element(heading('All tasks')).toHaveFocus();
  });

  test('leave the open dialog unchanged when they are closed elsewhere', async () => {
    await beginToClose();
    api.tasks = [];
    api.sendActivity({ type: 'task.closed' });
    await expect.element(text('Nothing waits for anybody.')).toBeInTheDocument();
    await expect.element(typed()).toHaveValue('Half of a long story');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(heading('All tasks')).toHaveFocus();
  });

  test('for a campaign at Rumble have the campaign’s texts to copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    api.tasks = [taskOf({ kind: 'campaign_by_hand', orderId: null, why: 'Name: Autumn\nBudget: $20.00 a day' })];
    await open('/admin/tasks', api);
    await button('Copy the texts').click();
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('Name: Autumn\nBudget: $20.00 a day');
    await expectAccessible();
  });

  test('have no buttons once they are done', async () => {
    api.tasks = [taskOf({ doneAt: later, doneBy: 'system', reason: 'It was paid' })];
    await open('/admin/tasks', api);
    await expect.element(text('system: It was paid')).toBeVisible();
    expect(button(/^(Take|Close)/).elements()).toEqual([]);
  });

  test('show why they could not be assigned', async () => {
    api.tasks = [taskOf()];
    await open('/admin/tasks', api, refusal('POST /api/admin/tasks/{id}/assign', 'task_not_found'));
    await button('Take Wrong amount').click();
    await expect.element(text('We couldn’t find that task.')).toBeVisible();
  });
});
