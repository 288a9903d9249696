import { http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem } from '../../../test/fake-api.ts';
import { button, checkbox, dialog, expectVisible, heading, region, text } from '../../../test/locators.ts';
import { expectAccessible, giveReason, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

describe('automated posting', () => {
  const changes = () => api.bodies('PATCH', '/api/admin/ad-automation');

  test('stops at once, and then requests the reason', async () => {
    await open('/marketing', api);
    await button('Stop all posting').click();
    const stopped = dialog('Auto-posting is off');
    await expect.element(stopped.getByText('You can still post from the X test page.')).toBeVisible();
    expect(changes()).toEqual([{ autoPostEnabled: false }]);
    await expectAccessible();
    await giveReason('Save reason');
    await expect.element(text('Reason saved')).toBeVisible();
    expect(changes().slice(1)).toEqual([{ autoPostEnabled: false, reason: 'Ada asked for it' }]);
    await expectVisible(region('Status').getByText('Disabled'), button('Turn on posting'));
  });

  test('can be stopped without a reason, but requires a reason to start', async () => {
    await open('/marketing', api);
    await button('Stop all posting').click();
    await button('Not now').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(heading('Settings')).toHaveFocus();
    expect(changes()).toEqual([{ autoPostEnabled: false }]);
    await button('Turn on posting').click();
    expect(changes()).toHaveLength(1);
    await giveReason('Turn on posting');
    await expect.element(text('Posting is on')).toBeVisible();
    expect(changes().slice(1)).toEqual([{ autoPostEnabled: true, reason: 'Ada asked for it' }]);
  });

  test('shows that it could not be stopped', async () => {
    await open('/marketing', api, refusal('PATCH /api/admin/ad-automation', 'service_unavailable'));
    await button('Stop all posting').click();
    await expectVisible('We couldn’t stop posting', button('Stop all posting'));
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await expectAccessible();
  });

  test('has editable time windows, a daily cap and a dry run', async () => {
    await open('/marketing', api);
    await expect.element(text(/^Ads are always at least 24 hours apart\./)).toBeVisible();
    await page.getByLabelText('Maximum posts per day').fill('2');
    // The hours in UTC are also shown in the operator's time zone.
    const local = [8, 12].map((hour) =>
      new Date(new Date().setUTCHours(hour, 0, 0, 0)).toLocaleTimeString('en-US', { timeStyle: 'short' }),
    );
    await expect.element(text(`That’s ${local.join(' to ')} your time, or 08:00 to 12:00 UTC.`)).toBeVisible();
    await button('Add hours').click();
    await page.getByLabelText('To').last().fill('22');
    await expectAccessible();
    await button('Save settings').click();
    await expect.element(text('Settings saved')).toBeVisible();
    expect(api.bodies('PATCH', '/api/admin/ad-automation')[0]).toEqual({
      dailyCap: 2,
      windows: [
        { name: 'morning', fromHour: 8, toHour: 12 },
        { name: 'another', fromHour: 9, toHour: 22 },
      ],
    });
    await expect.element(button('Save settings')).toHaveFocus();
    await checkbox(/^Dry run/).click();
    await expect.element(region('Status').getByText('Nowhere (dry run)')).toBeVisible();
  });

  test('sends an empty hour as null, not as midnight, and shows the error at its field', async () => {
    let sent: unknown;
    await open(
      '/marketing',
      api,
      http.patch('/api/admin/ad-automation', async ({ request }) => {
        sent = await request.json();
        const message = 'The hour “From” must be a number.';
        return problem('invalid_input', { errors: [{ field: 'windows.0.fromHour', message }] });
      }),
    );
    const hour = (label: string) => page.getByLabelText(label);
    await hour('From').fill('');
    await button('Save settings').click();
    await expect.element(text('The hour “From” must be a number.')).toBeVisible();
    await expect.element(hour('From')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(hour('To')).toHaveAttribute('aria-invalid', 'false');
    expect(sent).toEqual({ dailyCap: 1, windows: [{ name: 'morning', fromHour: null, toHour: 12 }] });
    await expectAccessible();
  });

  test('shows why the server rejected its settings, and retains the input', async () => {
    const errors = [{ field: 'dailyCap', message: 'At most 24 posts a day.' }];
    await open('/marketing', api, refusal('PATCH /api/admin/ad-automation', 'invalid_input', { errors }));
    await page.getByLabelText('Maximum posts per day').fill('99');
    await button('Save settings').click();
    await expect.element(text('At most 24 posts a day.')).toBeVisible();
    await expect.element(page.getByLabelText('Maximum posts per day')).toHaveValue(99);
    await expectAccessible();
  });
});
