import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, refusal } from '../../../test/overrides.ts';
import { address } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// Where the provider's page would be, and the tokens of links: an answer at the end of the test before may lead there.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('the concierge on another device', () => {
  const path = '/concierge/register';
  const token = 'a-one-time-token-of-some-length';
  const email = () => textbox('Your e-mail address');
  function openLink(...handlers: RequestHandler[]) {
    history.replaceState(null, '', `#t=${token}`);
    return open(path, api, ...handlers);
  }

  test(`${spec('concierge.5')} is a link by e-mail; the answer gives no hint whether the address is known`, async () => {
    await open(path, api);
    await expect.element(heading('Concierge on another device')).toBeVisible();
    // The payment page asks for an address as well; and who has neither address nor browser finds a person.
    await expect.element(text(/We do not see the address that you typed on the payment page/)).toBeVisible();
    const form = region('A link by e-mail');
    await expect.element(form.getByRole('link', { name: 'help@bridge.test' })).toBeVisible();
    await expectAccessible();
    await email().fill('ann@example.com');
    await button('Mail me a link').click();
    await expect.element(text(/If we know this address/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Look at your e-mail');
    expect(api.bodies('POST', '/api/concierge/sign-in-link')).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('that was asked for too often says so, and keeps the address', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    await open(path, api, refusal('POST /api/concierge/sign-in-link', 'rate_limited', { detail }));
    await email().fill('ann@example.com');
    await button('Mail me a link').click();
    await expect.element(text(detail)).toBeVisible();
    await expect.element(email()).toHaveValue('ann@example.com');
  });

  test(`${spec('concierge.5')} is opened by the link, after one more question; the token leaves the address bar`, async () => {
    const screen = await openLink();
    await expect.element(heading('Open your concierge here')).toBeVisible();
    // Nothing is used up by looking.
    expect(api.called('POST', '/api/concierge/sign-in')).toEqual([]);
    expect(location.hash).toBe('');
    await expectAccessible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/sign-in')).toEqual([{ token }]);
  });

  test.each(['link_expired', 'invalid_input'] as const)(
    'by a link that is spent or cut short (%s): a new one',
    async (code) => {
      await openLink(refusal('POST /api/concierge/sign-in', code));
      await button('Open my concierge').click();
      await expect.element(text('It was used before, or it is too old.')).toBeVisible();
      await expectAccessible();
      await email().fill('ann@example.com');
      await button('Mail me a link').click();
      await expect.element(text(/If we know this address/)).toBeVisible();
    },
  );

  test(`${spec('concierge.5')} by a link whose answer went wrong on the way: whoever is known by it is in`, async () => {
    // The token is spent, and the cookie given, before payment is asked what it opens.
    const halfWay = http.post('/api/concierge/sign-in', () => {
      api.own();
      return problem('service_unavailable');
    });
    const screen = await openLink(halfWay);
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test('by a link whose answer does not know of the paid guide yet: that is asked for', async () => {
    const little = http.post('/api/concierge/sign-in', () => {
      api.own();
      const answer = HttpResponse.json(api.ownership);
      api.own({ guideCredit: true });
      return answer;
    });
    await openLink(little);
    await button('Open my concierge').click();
    await expect.element(text('Your next transfer is paid')).toBeVisible();
  });

  test('by a link that the server could not look at says so, and promises nothing of it', async () => {
    await openLink(refusal('POST /api/concierge/sign-in', 'service_unavailable'));
    await button('Open my concierge').click();
    await expect.element(text(/This part is not available right now/)).toBeVisible();
    expect(text(/still works/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('by a link without a connection can be tried again', async () => {
    const lost = networkError('POST /api/concierge/sign-in', { once: true });
    const screen = await openLink(lost);
    await button('Open my concierge').click();
    await expect.element(text(/Nothing is lost/)).toBeVisible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
  });

  test('begins with an address of the owner’s', async () => {
    api.own({ email: false });
    await open(path, api);
    await email().fill('ann@example.com');
    await button('Keep my address, and mail me a link').click();
    await expect.element(text('A link is on its way to you')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/register')).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('takes another address in place of the one before', async () => {
    api.own();
    await open(path, api);
    await expectVisible(button('Use this address from now on'), /a mail tells the old one\.$/);
    await expectAccessible();
  });
});
