import { refundTerms } from '@xrp-bridge/contracts/refund-terms';
import { refundWay } from '@xrp-bridge/contracts/refund-way';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { networkError, refusal, reply } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

// How people come back, are written to, and get their money back.

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;
const needed = 'Enter your e-mail address.';
type OpenPage = Awaited<ReturnType<typeof open>>;

async function openRow(screen: OpenPage, name: string) {
  await screen.getByText(name, { exact: true }).click();
}

describe('the request for a refund', () => {
  const row = 'Ask for your money back';
  const refund = `/api/transfers/${id}/refund-request`;

  test('names its terms and when the money is back, asks where to answer, and stays over a reload', async () => {
    const screen = await open(guide, api);
    await openRow(screen, row);
    for (const text of [refundTerms.guide, refundWay.back, 'Your guide is closed then.']) {
      await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
    }
    await expectAccessible();
    await screen.getByRole('textbox', { name: 'Your e-mail address' }).fill(' ann@example.com ');
    await screen.getByRole('button', { name: 'Ask for $4.00 back' }).click();
    const answer = screen.getByText('You asked for a refund');
    await expect.element(answer).toBeInViewport();
    await expect.poll(() => document.activeElement?.textContent).toContain('You asked for a refund');
    // On top of the page, where the person looks.
    const step = screen.getByRole('heading', { name: /^Step 1 of/ });
    const [answerTop, stepTop] = [answer, step].map((each) => each.element().getBoundingClientRect().top);
    expect(answerTop).toBeLessThan(stepTop ?? 0);
    expect(api.called('POST', refund).map(({ body }) => body)).toEqual([{ email: 'ann@example.com' }]);
    await expectAccessible();

    await screen.unmount();
    const again = await open(guide, api);
    await expect.element(again.getByText(/Received on 20 Nov 2026, /)).toBeVisible();
    await expect.element(again.getByText(refundWay.back, { exact: false })).toBeVisible();
    await expect.element(again.getByRole('button', { name: /^Ask for \$/ })).not.toBeInTheDocument();
  });

  test('can be made again once it was decided on', async () => {
    api.push({ refundRequestedAt: '2026-11-20T10:00:00.000Z' });
    const screen = await open(guide, api);
    await expect.element(screen.getByText('You asked for a refund')).toBeVisible();
    expect(screen.getByText(row).elements()).toEqual([]);
    api.push({ refundRequestedAt: null });
    await openRow(screen, row);
    await expect.element(screen.getByRole('button', { name: 'Ask for $4.00 back' })).toBeVisible();
  });

  test('ends the offer of more', async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await open(guide, api);
    const offer = screen.getByText('Concierge', { exact: true });
    await expect.element(offer).toBeVisible();
    api.push({ refundRequestedAt: '2026-11-20T10:00:00.000Z' });
    await expect.element(screen.getByText('You asked for a refund')).toBeVisible();
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('without an e-mail address is not sent: the summary says why, and leads to the field', async () => {
    const screen = await open(guide, api);
    await openRow(screen, row);
    await screen.getByRole('button', { name: 'Ask for $4.00 back' }).click();
    await expect.poll(() => document.activeElement?.textContent).toContain('There is a problem');
    await screen.getByRole('link', { name: needed }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Your e-mail address' })).toHaveFocus();
    expect(api.called('POST', refund)).toEqual([]);
    await expectAccessible();
  });

  test('that is refused says why, and keeps what was typed', async () => {
    const refused = refusal('POST /api/transfers/{id}/refund-request', 'not_refundable', {
      detail: 'Your XRP has arrived.',
    });
    const screen = await open(guide, api, refused);
    await openRow(screen, row);
    const field = screen.getByRole('textbox', { name: 'Your e-mail address' });
    await field.fill('ann@example.com');
    await screen.getByRole('button', { name: 'Ask for $4.00 back' }).click();
    await expect.element(screen.getByText('Your XRP has arrived.')).toBeVisible();
    await expect.element(field).toHaveValue('ann@example.com');
  });

  test('takes the server’s word on the address', async () => {
    const errors = [{ field: 'email', message: 'Enter an e-mail address like name@example.com.' }];
    const refused = refusal('POST /api/transfers/{id}/refund-request', 'invalid_input', { errors });
    const screen = await open(guide, api, refused);
    await openRow(screen, row);
    await screen.getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@bridge');
    await screen.getByRole('button', { name: 'Ask for $4.00 back' }).click();
    await expect.element(screen.getByRole('link', { name: errors[0]?.message })).toBeVisible();
  });

  test.each([
    ['none', '$4.00'],
    ['owned', '$17.76'],
    ['refunded', '$4.00'],
  ] as const)('is of what is owned, not of what was ordered: %s', async (concierge, amount) => {
    // Ordered as the other of the two, to be sure.
    api.push({ serviceFee: concierge === 'owned' ? '4.00' : '17.76', access: { guide: true, concierge } });
    const screen = await open(guide, api);
    await openRow(screen, row);
    await expect.element(screen.getByRole('button', { name: `Ask for ${amount} back` })).toBeVisible();
  });

  test('is of the concierge alone once the XRP is home', async () => {
    api.push({ status: 'completed', access: { guide: true, concierge: 'owned' } });
    const screen = await open(guide, api);
    await openRow(screen, row);
    await expect.element(screen.getByRole('button', { name: 'Ask for $13.76 back' })).toBeVisible();
    await expect.element(screen.getByText(refundTerms.guide, { exact: false })).not.toBeInTheDocument();
  });

  test('is of the guide alone once the time of the concierge is over, and of nothing once the XRP is home, too', async () => {
    api.own({ transferId: id, refundableUntil: null });
    api.push({ serviceFee: '17.76', access: { guide: true, concierge: 'owned' } });
    const screen = await open(guide, api);
    await openRow(screen, row);
    await expect.element(screen.getByRole('button', { name: 'Ask for $4.00 back' })).toBeVisible();
    await expect.element(screen.getByText(/That time is over/)).toBeVisible();
    await expectAccessible();
    api.push({ status: 'completed' });
    await expect.element(screen.getByText('Your XRP is home.')).toBeVisible();
    await expect.element(screen.getByText(/That time is over/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Ask for \$/ }).elements()).toEqual([]);
  });
});

describe('the e-mail address', () => {
  const row = 'E-mails from us';
  const label = 'Your e-mail address';
  const button = 'Save my e-mail';

  test('can be given in the guide, which says what it is for and that nothing is kept back without it', async () => {
    const screen = await open(guide, api);
    await openRow(screen, row);
    await expect.element(screen.getByText(/Your guide is whole without it/)).toBeVisible();
    await expectAccessible();
    await screen.getByRole('textbox', { name: label }).fill('ann@example.com');
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByText('Your e-mail is saved')).toBeVisible();
    await expect.element(screen.getByText('ann@example.com')).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body)).toEqual([{ email: 'ann@example.com' }]);
  });

  test('that is none is told on top, and one that could not be kept is not lost', async () => {
    const lost = networkError('PATCH /api/transfers/{id}', { once: true });
    const screen = await open(guide, api, lost);
    await openRow(screen, row);
    const field = screen.getByRole('textbox', { name: label });
    await field.fill('ann');
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByRole('link', { name: needed })).toBeVisible();
    await field.fill('ann@example.com');
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByText('Please check your connection and try again.')).toBeVisible();
    await expect.element(field).toHaveValue('ann@example.com');
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByText('Your e-mail is saved')).toBeVisible();
  });
});

describe('the link in a mail', () => {
  const token = 'a-one-time-token-of-some-length';
  const used = () => refusal('POST /api/transfers/resume', 'link_expired');
  const go = (screen: Awaited<ReturnType<typeof open>>) =>
    screen.getByRole('button', { name: 'Yes, open my transfer' }).click();

  test('opens the transfer once it is pressed, and the token leaves the address bar', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const opened = http.post('/api/transfers/resume', async ({ request }) => {
      expect(await request.json()).toEqual({ token });
      return HttpResponse.json(api.transfer);
    });
    const screen = await open('/resume', api, opened);
    await expect.element(screen.getByText(/^Only go on if you asked for this link or code yourself/)).toBeVisible();
    await expectAccessible();
    expect(location.hash).toBe('');
    expect(api.called('POST', '/api/transfers/resume')).toEqual([]);
    await go(screen);
    await expect.poll(screen.path).toBe(guide);
  });

  test('used on another device: offers to mail a new one, and says where to look, whatever is known', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open('/resume', api, used());
    await go(screen);
    await expect.element(screen.getByRole('heading', { name: 'This link does not open here' })).toBeVisible();
    await expect.element(screen.getByText(/Nothing is lost/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'help@bridge.test' }).first()).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Mail me a new link' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Look at your e-mail' })).toBeVisible();
    await expect.element(screen.getByText(/If we know your e-mail address/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('We have your request');
    await expect.element(screen.getByRole('button', { name: 'Mail me a new link' })).not.toBeInTheDocument();
    expect(api.called('POST', '/api/transfers/resume-link').map(({ body }) => body)).toEqual([{ token }]);
    await expectAccessible();
  });

  test('used, and the new one opened in the same tab: opens the transfer', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const resume = http.post('/api/transfers/resume', async ({ request }) => {
      const asked = (await request.json()) as { token: string };
      return asked.token === token ? problem('link_expired') : HttpResponse.json(api.transfer);
    });
    const screen = await open('/resume', api, resume);
    await go(screen);
    await screen.getByRole('button', { name: 'Mail me a new link' }).click();
    await expect.element(screen.getByText('We have your request')).toBeVisible();
    location.hash = '#t=the-new-token-of-some-length';
    await go(screen);
    await expect.poll(screen.path).toBe(guide);
    expect(location.hash).toBe('');
  });

  test('used, and no new one could be asked for: says so, and can be pressed again', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const limited = refusal('POST /api/transfers/resume-link', 'rate_limited', {
      detail: 'Too many requests. Please try again in 1 minute.',
      once: true,
    });
    const screen = await open('/resume', api, used(), limited);
    await go(screen);
    await screen.getByRole('button', { name: 'Mail me a new link' }).click();
    await expect.element(screen.getByText('Too many requests. Please try again in 1 minute.')).toBeVisible();
    await screen.getByRole('button', { name: 'Mail me a new link' }).click();
    await expect.element(screen.getByText('We have your request')).toBeVisible();
  });

  test('used, on a device that knows a transfer: leads to it first', async () => {
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open('/resume', api, used());
    await go(screen);
    await expect.element(screen.getByRole('button', { name: 'Mail me a new link' })).toBeVisible();
    await expectAccessible();
    await screen.getByRole('link', { name: 'Open my transfer' }).click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('cut short: says so in plain words', async () => {
    history.replaceState(null, '', '#t=abc');
    const errors = [{ field: 'token', message: 'Too small: expected string to have >=20 characters' }];
    const refused = refusal('POST /api/transfers/resume', 'invalid_input', {
      detail: 'Too small: expected string to have >=20 characters',
      errors,
    });
    const screen = await open('/resume', api, refused);
    await go(screen);
    await expect
      .element(screen.getByText('A part of the link is missing. Please open it from the e-mail again.'))
      .toBeVisible();
    await expect.element(screen.getByText(/Too small/)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Mail me a new link' })).not.toBeInTheDocument();
  });

  test('without a connection: the link can be tried again', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const lost = networkError('POST /api/transfers/resume', { once: true });
    const screen = await open(
      '/resume',
      api,
      lost,
      reply('POST /api/transfers/resume', () => api.transfer),
    );
    await go(screen);
    await expect.element(screen.getByText('Please check your connection. The link still works.')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(screen.path).toBe(guide);
  });

  test('without its token: says what to do', async () => {
    const screen = await open('/resume', api);
    await expect
      .element(screen.getByText('A part of the link is missing. Please open it from the e-mail again.'))
      .toBeVisible();
  });
});
