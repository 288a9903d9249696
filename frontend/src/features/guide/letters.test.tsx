import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, refusal, reply } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

// Tests of refund requests, the e-mail address, and links in mails.

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;
const needed = 'Enter your email address.';

async function openRow(name: string) {
  await text(name).click();
}

describe('the request for a refund', () => {
  const row = 'Request a refund';
  const refund = `/api/transfers/${id}/refund-request`;

  test('shows its terms and the time of the payout, requires an e-mail address, and survives a reload', async () => {
    const screen = await open(guide, api);
    await openRow(row);
    for (const words of [refundTerms.guide, refundWay.back, 'After a refund, you can no longer use your guide.']) {
      await expect.element(text(words, { exact: false })).toBeVisible();
    }
    await expectAccessible();
    await textbox('Your email address').fill(' ann@example.com ');
    await button('Request a $4.00 refund').click();
    const answer = text('You asked for a refund');
    await expect.element(answer).toBeInViewport();
    await expectVisible(/You don’t need to do anything else\. Your guide stays open until we approve your refund\./);
    await expect.poll(() => document.activeElement?.textContent).toContain('You asked for a refund');
    // The confirmation is at the top of the page.
    const step = heading(/^Step 1 of/);
    const [answerTop, stepTop] = [answer, step].map((each) => each.element().getBoundingClientRect().top);
    expect(answerTop).toBeLessThan(stepTop ?? 0);
    expect(api.bodies('POST', refund)).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();

    await screen.unmount();
    await open(guide, api);
    await expectVisible(/We received your request on Nov 20, 2026, /, text(refundWay.back, { exact: false }));
    await expect.element(button(/^Ask for \$/)).not.toBeInTheDocument();
  });

  test('can be repeated after the operator’s decision', async () => {
    api.push({ refundRequestedAt: '2026-11-20T10:00:00.000Z' });
    await open(guide, api);
    await expect.element(text('You asked for a refund')).toBeVisible();
    expect(text(row).elements()).toEqual([]);
    api.push({ refundRequestedAt: null });
    await openRow(row);
    await expect.element(button('Request a $4.00 refund')).toBeVisible();
  });

  test('hides the offer of the concierge', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    await open(guide, api);
    const offer = text('Concierge');
    await expect.element(offer).toBeVisible();
    api.push({ refundRequestedAt: '2026-11-20T10:00:00.000Z' });
    await expect.element(text('You asked for a refund')).toBeVisible();
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('is not sent without an e-mail address, and the summary links to the field', async () => {
    await open(guide, api);
    await openRow(row);
    await button('Request a $4.00 refund').click();
    await expect.poll(() => document.activeElement?.textContent).toContain('There’s a problem');
    await link(needed).click();
    await expect.element(textbox('Your email address')).toHaveFocus();
    expect(api.called('POST', refund)).toEqual([]);
    await expectAccessible();
  });

  const wrong = 'Please enter a full email address, like name@example.com.';
  test.each([
    ['not_refundable', { detail: 'Your XRP has arrived.' }, 'Your XRP has arrived.'],
    ['invalid_input', { errors: [{ field: 'email', message: wrong }] }, wrong],
  ] as const)('shows why it was refused (%s), and retains the input', async (code, more, why) => {
    await open(guide, api, refusal('POST /api/transfers/{id}/refund-request', code, more as object));
    await openRow(row);
    const field = textbox('Your email address');
    await field.fill('ann@example.com');
    await button('Request a $4.00 refund').click();
    await expect.element(text(why).first()).toBeVisible();
    await expect.element(field).toHaveValue('ann@example.com');
  });

  test.each([
    ['none', 'instructions_sent', '$4.00'],
    ['owned', 'instructions_sent', '$17.76'],
    ['refunded', 'instructions_sent', '$4.00'],
    ['owned', 'completed', '$13.76'],
  ] as const)(
    'covers the products that the customer owns, whatever the order’s fee is (concierge: %s, transfer: %s)',
    async (concierge, status, amount) => {
      // The order's fee contradicts the access on purpose, because only the access must count.
      api.push({ status, serviceFee: concierge === 'owned' ? '4.00' : '17.76', access: { guide: true, concierge } });
      await open(guide, api);
      await openRow(row);
      await expect.element(button(`Request a ${amount} refund`)).toBeVisible();
      const terms = text(refundTerms.guide, { exact: false }).elements();
      expect(terms).toHaveLength(status === 'completed' ? 0 : 1);
    },
  );

  test('covers only the guide after the concierge’s refund period, and nothing after the arrival', async () => {
    api.own({ transferId: id, refundableUntil: null });
    api.push({ serviceFee: '17.76', access: { guide: true, concierge: 'owned' } });
    await open(guide, api);
    await openRow(row);
    await expectVisible(button('Request a $4.00 refund'), /The 14 days are over/);
    await expectAccessible();
    api.push({ status: 'completed' });
    await expectVisible('Your XRP is home.', /The 14 days are over/);
    expect(button(/^Ask for \$/).elements()).toEqual([]);
  });
});

describe('the e-mail address', () => {
  const row = 'Email updates';
  const label = 'Your email address';
  const save = () => button('Save my email').click();

  test('can be saved in the guide, which explains its use and that it is optional', async () => {
    await open(guide, api);
    await openRow(row);
    await expect.element(text(/Your guide works fine without email/)).toBeVisible();
    await expectAccessible();
    await textbox(label).fill('ann@example.com');
    await save();
    await expectVisible('Your email is saved', 'ann@example.com');
    expect(api.bodies('PATCH', `/api/transfers/${id}`)).toEqual([{ email: 'ann@example.com' }]);
  });

  test('is validated with an error above the form, and is retained if it could not be saved', async () => {
    const lost = networkError('PATCH /api/transfers/{id}', { once: true });
    await open(guide, api, lost);
    await openRow(row);
    const field = textbox(label);
    await field.fill('ann');
    await save();
    await expect.element(link(needed)).toBeVisible();
    await field.fill('ann@example.com');
    await save();
    await expect.element(text('Please check your connection and try again.')).toBeVisible();
    await expect.element(field).toHaveValue('ann@example.com');
    await save();
    await expect.element(text('Your email is saved')).toBeVisible();
  });
});

describe('the link in a mail', () => {
  const token = 'a-one-time-token-of-some-length';
  const used = () => refusal('POST /api/transfers/resume', 'link_expired');
  const go = () => button('Yes, open my transfer').click();

  /** Opens the link and confirms it. */
  async function openLink(...handlers: RequestHandler[]) {
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open('/resume', api, ...handlers);
    await go();
    return screen;
  }

  test('opens the transfer after a confirmation, and its token disappears from the address bar', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const opened = http.post('/api/transfers/resume', async ({ request }) => {
      expect(await request.json()).toEqual({ token });
      return HttpResponse.json(api.transfer);
    });
    const screen = await open('/resume', api, opened);
    await expect.element(text(/^Only continue if you asked for this link or code yourself/)).toBeVisible();
    await expectAccessible();
    expect(location.hash).toBe('');
    expect(api.called('POST', '/api/transfers/resume')).toEqual([]);
    await go();
    await expect.poll(screen.path).toBe(guide);
  });

  test('if it was used on another device, offers a new link, and confirms the request even without a stored address', async () => {
    await openLink(used());
    await expectVisible(heading('This link doesn’t work here'), /Nothing is lost/, link('help@bridge.test').first());
    await expectAccessible();
    await button('Email me a new link').click();
    await expectVisible(heading('Check your email'), /If we have your email address/);
    await expect.poll(() => document.activeElement?.textContent).toContain('We got your request');
    await expect.element(button('Email me a new link')).not.toBeInTheDocument();
    expect(api.bodies('POST', '/api/transfers/resume-link')).toEqual([{ token }]);
    await expectAccessible();
  });

  test('if it was used, can be replaced by the new link in the same tab', async () => {
    const resume = http.post('/api/transfers/resume', async ({ request }) => {
      const body = (await request.json()) as { token: string };
      return body.token === token ? problem('link_expired') : HttpResponse.json(api.transfer);
    });
    const screen = await openLink(resume);
    await button('Email me a new link').click();
    await expect.element(text('We got your request')).toBeVisible();
    location.hash = '#t=the-new-token-of-some-length';
    await go();
    await expect.poll(screen.path).toBe(guide);
    expect(location.hash).toBe('');
  });

  test('if it was used, shows why the request for a new link was refused, and allows a second request', async () => {
    const detail = 'Too many requests. Please try again in 1 minute.';
    const limited = refusal('POST /api/transfers/resume-link', 'rate_limited', { detail, once: true });
    await openLink(used(), limited);
    await button('Email me a new link').click();
    await expect.element(text(detail)).toBeVisible();
    await button('Email me a new link').click();
    await expect.element(text('We got your request')).toBeVisible();
  });

  test('if it was used, links to the transfer that this device has stored', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    const screen = await openLink(used());
    await expect.element(button('Email me a new link')).toBeVisible();
    await expectAccessible();
    await link('Open my transfer').click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('shows an error in plain words if its token is incomplete', async () => {
    history.replaceState(null, '', '#t=abc');
    const detail = 'Too small: expected string to have >=20 characters';
    const errors = [{ field: 'token', message: detail }];
    const refused = refusal('POST /api/transfers/resume', 'invalid_input', { detail, errors });
    await open('/resume', api, refused);
    await go();
    await expect.element(text('Part of the link is missing. Please open it from the email again.')).toBeVisible();
    await expect.element(text(/Too small/)).not.toBeInTheDocument();
    await expect.element(button('Email me a new link')).not.toBeInTheDocument();
  });

  test('can be retried if it was opened without a connection', async () => {
    const lost = networkError('POST /api/transfers/resume', { once: true });
    const screen = await openLink(
      lost,
      reply('POST /api/transfers/resume', () => api.transfer),
    );
    await expect.element(text('Please check your connection. The link still works.')).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('shows the next action if its token is missing', async () => {
    await open('/resume', api);
    await expect.element(text('Part of the link is missing. Please open it from the email again.')).toBeVisible();
  });
});
