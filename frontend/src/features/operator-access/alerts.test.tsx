import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectVisible, heading, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { OperatorApi } from '../../../test/operator-api.ts';
import { at } from '../../../test/operator-rows.ts';
import { refusal } from '../../../test/overrides.ts';

let api: OperatorApi;
beforeEach(() => {
  api = new OperatorApi();
});

const email = page.getByLabelText(/^Email/);
const webhook = page.getByLabelText(/^Webhook/);
const box = (name: string | RegExp) => page.getByRole('checkbox', { name });

test('the alerts are saved with the email address, the webhook and the chosen kinds', async () => {
  await open('/admin/account', api);
  await expect.element(heading('Your alerts')).toBeVisible();
  await expectAccessible();
  expect(button(/^Send a test/).elements()).toEqual([]);
  await email.fill('ada@bridge.example');
  await webhook.fill('https://hooks.example/1');
  await box('Disputes').click();
  await button('Save').click();
  await expect.element(text('Your alerts are saved')).toBeVisible();
  expect(api.alerts).toMatchObject({
    email: 'ada@bridge.example',
    webhookUrl: 'https://hooks.example/1',
    kinds: ['refund_requests', 'hand_payments', 'accounting', 'system', 'digest', 'weekly'],
  });
  await expectVisible(text('Confirm your email address'), text('No webhook message has been sent yet'));
  expect(button('Send a test email').elements()).toEqual([]);
  await button('Send the link').click();
  await expectVisible(text('Check your email to turn on alerts'), button('Send a new link'));
  await expectAccessible();
});

describe('the link of the confirmation mail', () => {
  beforeEach(() => {
    api.alerts = { ...api.alerts, email: 'ada@bridge.example' };
    history.replaceState(null, '', '#alerts=the-token');
  });

  test('confirms the address after a button press, and leaves the address bar', async () => {
    await open('/admin/account', api);
    await expect.element(text('Get alerts at ada@bridge.example?')).toBeVisible();
    expect(location.hash).toBe('');
    expect(api.alertToken).toBeNull();
    await expectAccessible();
    await button('Confirm this address').click();
    await expectVisible(text('Your email address is confirmed'), button('Send a test email'));
    expect(api.alertToken).toBe('the-token');
  });

  test('can be replaced by a new link if it no longer works', async () => {
    await open('/admin/account', api, refusal('POST /api/operator/account/alerts/confirm', 'link_expired'));
    await button('Confirm this address').click();
    await expect.element(text('This link no longer works')).toBeVisible();
    await expectAccessible();
    await button('Send the link').click();
    await expect.element(text('Check your email to turn on alerts')).toBeVisible();
  });
});

test('the account page shows why the confirmation mail could not be sent', async () => {
  const failed = { sentAt: null, failedAt: at, failure: 'The mail server didn’t accept the email.' };
  const deliveries = { ...api.alerts.deliveries, email: failed };
  api.alerts = { ...api.alerts, email: 'ada@bridge.example', deliveries };
  await open('/admin/account', api);
  await expectVisible(text('We couldn’t send the link'), text('The mail server didn’t accept the email.'));
  await expectAccessible();
});

test('the account page shows that a test alert was sent, or why the alert failed', async () => {
  const addresses = { email: 'ada@bridge.example', emailConfirmed: true, webhookUrl: 'https://hooks.example/1' };
  api.alerts = { ...api.alerts, ...addresses };
  await open('/admin/account', api);
  await heading('Your alerts').click();
  await button('Send a test email').click();
  await expect.element(text(/^The last email was sent/)).toBeVisible();
  api.testOutcome = { failedAt: at, failure: 'The webhook returned error 404.' };
  await button('Send a test webhook message').click();
  await expectVisible(text(/^The last webhook message failed/), text('The webhook returned error 404.'));
  await expectAccessible();
});

describe('the alerts are expanded', () => {
  const failed = { sentAt: null, failedAt: at, failure: 'The webhook returned error 404.' };

  test('until an address is saved and confirmed', async () => {
    const screen = await open('/admin/account', api);
    await expect.element(email).toBeVisible();
    await screen.unmount();
    api.alerts = { ...api.alerts, email: 'ada@bridge.example', emailConfirmed: true };
    await open('/admin/account', api);
    await expect.element(heading('Your alerts')).toBeVisible();
    await expect.element(email).not.toBeVisible();
  });

  test('after a delivery that failed', async () => {
    const deliveries = { ...api.alerts.deliveries, webhook: failed };
    api.alerts = { ...api.alerts, webhookUrl: 'https://hooks.example/1', deliveries };
    await open('/admin/account', api);
    await expect.element(text('The webhook returned error 404.')).toBeVisible();
  });
});

test('the field of a refused webhook shows why the webhook was refused', async () => {
  const message = 'Enter a public https address, like https://hooks.slack.com/services/….';
  const errors = [{ field: 'webhookUrl', code: 'invalid', message }];
  await open('/admin/account', api, refusal('PUT /api/operator/account/alerts', 'invalid_input', { errors }));
  await webhook.fill('http://10.0.0.1/');
  await button('Save').click();
  await expect.element(webhook).toHaveAttribute('aria-invalid', 'true');
  await expect.element(webhook).toHaveAccessibleDescription(message);
  await expectAccessible();
});

test('an operator who is not set up yet sees no alert settings', async () => {
  api.role = 'invited';
  api.account = { ...api.account, mustChangePassword: true };
  await open('/admin/account', api);
  await expect.element(heading('Change your password')).toBeVisible();
  expect(heading('Your alerts').elements()).toEqual([]);
});

test('alerts that can’t be loaded leave the rest of the page usable', async () => {
  await open('/admin/account', api, refusal('GET /api/operator/account/alerts', 'service_unavailable'));
  await expectVisible(text('We couldn’t load your alerts'), heading('Change your password'));
});

test('only an owner can choose the weekly mail', async () => {
  const screen = await open('/admin/account', api);
  await expect.element(box('What needs your attention, and yesterday’s sales')).toBeVisible();
  await expect.element(box(/^Your week/)).toBeVisible();
  await screen.unmount();
  api.account = { ...api.account, role: 'staff' };
  await open('/admin/account', api);
  await expect.element(box('What needs your attention, and yesterday’s sales')).toBeVisible();
  expect(box(/^Your week/).elements()).toEqual([]);
});
