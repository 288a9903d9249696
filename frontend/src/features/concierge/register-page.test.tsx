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

// The fragment is removed, because it contains the token of the previous test's link.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

describe('concierge sign-in on another device', () => {
  const path = '/concierge/register';
  const token = 'a-one-time-token-of-some-length';
  const email = () => textbox('Your email address');
  function openLink(...handlers: RequestHandler[]) {
    history.replaceState(null, '', `#t=${token}`);
    return open(path, api, ...handlers);
  }

  test(`${spec('concierge.5')} sends a link by e-mail, and does not reveal whether the address is registered`, async () => {
    await open(path, api);
    await expect.element(heading('Concierge on another device')).toBeVisible();
    // The page explains that we cannot see an address typed on the payment page, and shows the support address.
    await expect.element(text(/We can’t see an email address you typed on the payment page/)).toBeVisible();
    const form = region('A link by email');
    await expect.element(form.getByRole('link', { name: 'help@bridge.test' })).toBeVisible();
    await expectAccessible();
    await email().fill('ann@example.com');
    await button('Email me a link').click();
    await expect.element(text(/If we have this email address/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Check your email');
    expect(api.bodies('POST', '/api/concierge/sign-in-link')).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('shows the server’s message when the rate limit is reached, and preserves the input', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    await open(path, api, refusal('POST /api/concierge/sign-in-link', 'rate_limited', { detail }));
    await email().fill('ann@example.com');
    await button('Email me a link').click();
    await expect.element(text(detail)).toBeVisible();
    await expect.element(email()).toHaveValue('ann@example.com');
  });

  test(`${spec('concierge.5')} opens the concierge by the link only after a click, and removes the token from the URL`, async () => {
    const screen = await openLink();
    await expect.element(heading('Open your concierge here')).toBeVisible();
    // Opening the link does not use the token.
    expect(api.called('POST', '/api/concierge/sign-in')).toEqual([]);
    expect(location.hash).toBe('');
    await expectAccessible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/sign-in')).toEqual([{ token }]);
  });

  test.each(['link_expired', 'invalid_input'] as const)(
    'offers a new link when the link has already been used or is invalid (%s)',
    async (code) => {
      await openLink(refusal('POST /api/concierge/sign-in', code));
      await button('Open my concierge').click();
      await expect.element(text('The link was used, has expired, or is incomplete.')).toBeVisible();
      await expectAccessible();
      await email().fill('ann@example.com');
      await button('Email me a link').click();
      await expect.element(text(/If we have this email address/)).toBeVisible();
    },
  );

  test(`${spec('concierge.5')} succeeds when the sign-in response fails after the server set the cookie`, async () => {
    // The server invalidates the token and sets the cookie before it queries the payment service.
    const halfWay = http.post('/api/concierge/sign-in', () => {
      api.own();
      return problem('service_unavailable');
    });
    const screen = await openLink(halfWay);
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test('refetches the ownership, because the sign-in response may lack the paid guide', async () => {
    const little = http.post('/api/concierge/sign-in', () => {
      api.own();
      const answer = HttpResponse.json(api.ownership);
      api.own({ guideCredit: true });
      return answer;
    });
    await openLink(little);
    await button('Open my concierge').click();
    await expect.element(text('Your next guide is already paid for')).toBeVisible();
  });

  test('shows an error when the server cannot check the link, and does not claim that the link still works', async () => {
    await openLink(refusal('POST /api/concierge/sign-in', 'service_unavailable'));
    await button('Open my concierge').click();
    await expect.element(text(/This isn’t working right now/)).toBeVisible();
    expect(text(/still works/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('can be retried after a network error', async () => {
    const lost = networkError('POST /api/concierge/sign-in', { once: true });
    const screen = await openLink(lost);
    await button('Open my concierge').click();
    await expect.element(text(/Nothing is lost/)).toBeVisible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
  });

  test('stores an owner’s first e-mail address and sends a link to it', async () => {
    api.own({ email: false });
    await open(path, api);
    await email().fill('ann@example.com');
    await button('Save my email and send me a link').click();
    await expect.element(text('Your link is on its way')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/register')).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('offers to replace the owner’s e-mail address', async () => {
    api.own();
    await open(path, api);
    await expectVisible(button('Use this email and send me a link'), /we’ll email the old one to let you know\.$/);
    await expectAccessible();
  });
});
