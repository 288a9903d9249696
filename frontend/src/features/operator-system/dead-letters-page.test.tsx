import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, expectVisible, heading, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at } from '../../../test/operator-rows.ts';
import { reply } from '../../../test/overrides.ts';
import { id } from '../../../test/replies.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('dead letters', () => {
  beforeEach(() => {
    api.deadLetters = [
      {
        id: 'transfer.7',
        service: 'transfer',
        type: 'payment.succeeded',
        subject: id,
        reason: 'It could not be read',
        attempts: 5,
        parkedAt: at,
      },
    ];
  });

  test(`${spec('operators.20')} are retried, and disappear after success`, async () => {
    await open('/admin/events', api);
    await expect.element(text('It could not be read')).toBeVisible();
    await expectAccessible();
    await button('Try again payment.succeeded').click();
    await expect.element(text('No failed events.')).toBeVisible();
    await expect.element(heading('All failed events')).toHaveFocus();
    // The text appears only in the toast's title.
    expect(text('The event went through').elements()).toHaveLength(1);
    expect(api.called('POST', '/api/admin/events/transfer.7/redrive')).toHaveLength(1);
  });

  test('are retried only once after a slow double click, and the row that moves up is not retried', async () => {
    const [letter] = api.deadLetters;
    api.deadLetters = [letter, { ...letter, id: 'transfer.8', type: 'payment.refunded' }] as typeof api.deadLetters;
    await open('/admin/events', api);
    await button('Try again payment.succeeded').dblClick({ delay: 150 });
    await expect.element(button('Try again payment.succeeded')).not.toBeInTheDocument();
    await expect.element(button('Try again payment.refunded')).toBeVisible();
    expect(api.calls.filter(({ path }) => path.endsWith('/redrive')).map(({ path }) => path)).toEqual([
      '/api/admin/events/transfer.7/redrive',
    ]);
  });

  test('do not move the focus when they disappear, unless the focus was in their row', async () => {
    await open('/admin/events', api);
    await expect.element(text('Live')).toBeVisible();
    const again = button('Try again payment.succeeded');
    await expect.element(again).toBeVisible();
    (again.element() as HTMLElement).focus();
    (again.element() as HTMLElement).blur();
    api.deadLetters = [];
    api.sendActivity({ type: 'payment.succeeded' });
    await expect.element(text('No failed events.')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('are reported as incomplete if a service does not respond, and the page names the service', async () => {
    api.away = ['payment', 'ads'];
    await open('/admin/events', api);
    await expectVisible('No response from payment, ads', 'It could not be read');
  });

  test('show why a retry failed', async () => {
    const failure = { success: false, message: 'The event failed again: no such transfer' };
    await open('/admin/events', api, reply('POST /api/admin/events/{id}/redrive', failure));
    await button(/^Try again/).click();
    await expectVisible('The event failed again', 'No such transfer', 'It could not be read');
  });
});
