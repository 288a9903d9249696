import { spec } from '@xrp-bridge/contracts/testing';
import { http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, link, text } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, reply } from '../../../test/overrides.ts';

const token = 'abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE';
const heading = (name: string) => page.getByRole('heading', { level: 2, name });

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});

/** Opens the newsletters page through a link from an e-mail. */
function openLink(does: 'confirm' | 'stop', ...handlers: Parameters<typeof open>[2][]) {
  history.replaceState(null, '', `#${does}=${token}`);
  return open('/newsletters', api, ...handlers);
}

describe('the link of a mail', () => {
  test.each([
    ['confirm', 'confirm', 'Do you want our newsletters?', 'Yes, email me', 'You’re signed up for our newsletters.'],
    [
      'stop',
      'unsubscribe',
      'Do you want to stop these emails?',
      'Stop these emails',
      'You won’t get these emails anymore.',
    ],
  ] as const)(
    `${spec('2.newsletters')} to %s takes effect only after a button press, and leaves no token in the history`,
    async (does, call, ask, press, done) => {
      const calls = () => api.bodies('POST', `/api/newsletters/${call}`);
      await openLink(does);
      await expect.element(heading(ask)).toBeVisible();
      expect(location.hash).toBe('');
      expect(calls()).toEqual([]);
      await expectAccessible();
      await button(press).click();
      await expect.element(heading(done)).toHaveFocus();
      expect(calls()).toEqual([{ token }]);
      await expectAccessible();
    },
  );

  test.each([
    ['confirm', 'confirm', 'Yes, email me', /has expired\. Choose the newsletters again in your concierge/],
    ['stop', 'unsubscribe', 'Stop these emails', /Please press the link in the email again\./],
  ] as const)(
    'to %s shows what to do and the support address when the link is invalid',
    async (does, call, press, helps) => {
      await openLink(
        does,
        http.post(`/api/newsletters/${call}`, () => problem('link_expired')),
      );
      await button(press).click();
      await expect.element(heading('This link no longer works.')).toHaveFocus();
      await expectVisible(text(helps), /^Email us at/);
      expect(button(press).elements()).toEqual([]);
      await expectAccessible();
    },
  );

  test('can be used again after a network error', async () => {
    const lost = networkError('POST /api/newsletters/unsubscribe', { once: true });
    await openLink('stop', lost);
    await button('Stop these emails').click();
    await expect.element(text('Please check your connection and try again.')).toBeVisible();
    await expectAccessible();
    await button('Stop these emails').click();
    await expect.element(heading('You won’t get these emails anymore.')).toBeVisible();
  });

  test.each([
    ['alerts', 'Nothing else changes. You can sign up again later.'],
    [
      'signals',
      'You won’t get any more signals, and we won’t charge you again. We’ll email you when your subscription ends.',
    ],
  ] as const)('shows the consequence of stopping the %s', async (stopped, after) => {
    await openLink('stop', reply('POST /api/newsletters/unsubscribe', { ok: true, stopped }));
    await button('Stop these emails').click();
    await expect.element(text(after)).toBeVisible();
  });

  test('takes effect in a tab that already shows the page', async () => {
    await openLink('confirm');
    await expect.element(heading('Do you want our newsletters?')).toBeVisible();
    location.hash = `#stop=${token.toUpperCase()}`;
    await expect.element(heading('Do you want to stop these emails?')).toBeVisible();
    expect(location.hash).toBe('');
  });
});

test('the newsletters page, opened without a mail’s link, shows where to choose and stop newsletters', async () => {
  await open('/newsletters', api);
  await expect.element(text('press the link at the end of the email.', { exact: false })).toBeVisible();
  await expect.element(link('Open the concierge')).toHaveAttribute('href', '/concierge');
  await expectAccessible();
});
