import { spec } from '@xrp-bridge/contracts/testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsole } from '../../../test/console.ts';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal, reply } from '../../../test/overrides.ts';
import { address, id, sandboxStripe } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});
// Where the provider's page would be, and the tokens of links: an answer at the end of the test before may lead there.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const guideStays = () => page.getByText(/Your transfer guide stays as it is\./).elements().length > 0;
const checkouts = () => api.called('POST', '/api/concierge-checkout').map(({ body }) => body);

/** This browser has a transfer of its own. */
function know(): void {
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
}

const items = [
  'Quantum-encryption setup guide',
  'Past-tense market analysis',
  'Wave-catching trend graphs',
  'Non-speculative market newsletter',
  'Multi-exchange portfolio sync tools',
];

describe('what the concierge costs', () => {
  test(`${spec('2.8a')} after a paid guide: the rest alone, named by both buttons, with the five things and a preview`, async () => {
    know();
    await open('/concierge', api);
    await expect.element(heading('XRP Bridge Concierge')).toBeVisible();
    await expect.element(page.getByText(/Your transfer is complete/)).toBeVisible();
    for (const item of items) await expect.element(page.getByText(item, { exact: true })).toBeVisible();
    // Nobody wonders what the money is for.
    await expect.element(page.getByText('You pay for the other four.', { exact: false })).toBeVisible();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
    await expect.element(button('Unlock full access for $13.76')).toBeVisible();
    expect(document.body.textContent).not.toContain('17.76');
    const preview = page.getByRole('region', { name: 'How it looks inside' });
    await expect.element(preview.getByText('Sample', { exact: true })).toBeVisible();
    expect(preview.element().querySelector('[inert]')?.querySelectorAll('a, button, input')).toHaveLength(0);
    await expectAccessible();
  });

  test(`${spec('2.8a')} without one: both, and a guide comes with it`, async () => {
    await open('/concierge', api);
    await expect.element(button('Upgrade for $17.76')).toBeVisible();
    await expect.element(button('Unlock full access for $17.76')).toBeVisible();
    await expect.element(page.getByText(/A guide for one transfer comes with it/)).toBeVisible();
    expect(page.getByText('Pay on this page instead').elements()).toEqual([]);
    await expectAccessible();
  });

  test.each([
    ['not paid for yet: both, with it', { status: 'pending' as const }, { transferId: id }],
    ['somebody else’s: both, without it', { mine: false }, { key: expect.any(String) }],
    ['paid back: both, without it', { status: 'refunded' as const }, { key: expect.any(String) }],
  ])('for a transfer that is %s', async (_, transfer, order) => {
    api.push(transfer);
    await open(`/concierge?transfer=${id}`, api);
    await button('Upgrade for $17.76').click();
    await expect.poll(checkouts).toEqual([order]);
  });

  test('is asked of nobody where it is not on offer', async () => {
    api.config = { ...api.config, conciergeOffered: false };
    await open('/concierge', api);
    await expect.element(heading('The concierge cannot be bought right now.')).toBeVisible();
    expect(button(/Upgrade|Unlock/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('2.8a')} is not said where the transfer cannot be read: nobody pays twice for a guide`, async () => {
    know();
    const away = refusal('GET /api/transfers/{id}', 'service_unavailable', { once: true });
    await open('/concierge', api, away);
    await expect.element(heading('We could not ask just now')).toBeVisible();
    expect(document.body.textContent).not.toContain('$');
    await expectAccessible();
    await button('Try again').click();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
  });

  test('after a transfer that nobody knows any more: both, without it', async () => {
    know();
    const gone = refusal('GET /api/transfers/{id}', 'transfer_not_found');
    await open('/concierge', api, gone);
    await button('Upgrade for $17.76').click();
    await expect.poll(checkouts).toEqual([{ key: expect.any(String) }]);
  });

  test(`${spec('2.8a')} comes after the way for whoever has it already`, async () => {
    onTestFinished(() => page.viewport(768, 900));
    for (const width of [360, 1280]) {
      await page.viewport(width, 800);
      const screen = await open('/concierge', api);
      const [owner, price] = [link('Mail me a link'), page.getByRole('heading', { name: /\$17\.76/ })];
      for (const one of [owner, price]) await expect.element(one).toBeVisible();
      const [above, below] = [owner, price].map((one) => one.element().getBoundingClientRect());
      expect(above?.bottom).toBeLessThan(below?.top ?? 0);
      await screen.unmount();
    }
  });

  test('has the place of the price while nobody knows it', async () => {
    know();
    await open('/concierge', api, noReply('GET /api/transfers/{id}'));
    await expect.element(page.getByText('Loading the price…')).toBeInTheDocument();
    expect(button(/\$/).elements()).toEqual([]);
  });
});

describe('buying it', () => {
  test.each(['Upgrade for $13.76', 'Unlock full access for $13.76'])(
    `${spec('2.8b')} “%s” leads to the provider’s page, once`,
    async (name) => {
      know();
      await open('/concierge', api);
      await button(name).click();
      await expect.poll(() => location.hash).toBe('#provider');
      await expect.element(button('Opening the payment page…').first()).toHaveAttribute('aria-disabled', 'true');
      (button('Opening the payment page…').first().element() as HTMLElement).click();
      expect(checkouts()).toEqual([{ transferId: id }]);
    },
  );

  test('without a transfer names none, and takes an e-mail address with it', async () => {
    await open('/concierge', api);
    await page.getByRole('textbox', { name: /Your e-mail address/ }).fill(' ann@example.com ');
    await button('Upgrade for $17.76').click();
    await expect.poll(checkouts).toEqual([{ email: 'ann@example.com', key: expect.any(String) }]);
    // The next one waits for this place, too.
    await expect.poll(() => location.hash).toBe('#provider');
  });

  test('pressed twice in the same moment is one order', async () => {
    await open('/concierge', api);
    await expect.element(button('Upgrade for $17.76')).toBeVisible();
    const [upgrade, unlock] = [button('Upgrade for $17.76'), button('Unlock full access for $17.76')].map(
      (each) => each.element() as HTMLElement,
    );
    upgrade?.click();
    unlock?.click();
    await expect.poll(() => location.hash).toBe('#provider');
    const keys = checkouts().map((body) => (body as { key?: string }).key);
    expect(keys[0]).toEqual(expect.any(String));
    expect(new Set(keys).size).toBe(1);
  });

  test('can be pressed again by whoever comes back by “back”', async () => {
    know();
    await open('/concierge', api);
    await button('Upgrade for $13.76').click();
    await expect.poll(() => location.hash).toBe('#provider');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(button('Upgrade for $13.76')).not.toHaveAttribute('aria-disabled');
  });

  test('that is owned already charges nothing, and says so', async () => {
    know();
    await open('/concierge', api, refusal('POST /api/concierge-checkout', 'already_owned'));
    await button('Upgrade for $13.76').click();
    await expect.element(page.getByText('You have the concierge already')).toBeVisible();
    await expect.element(page.getByText(/Nothing was charged/)).toBeVisible();
    // Nothing more to pay is on offer, and the keyboard goes on from the answer.
    expect(page.getByRole('button', { name: /\$\d/ }).elements()).toHaveLength(0);
    expect(document.activeElement?.textContent).toContain('You have the concierge already');
    await expectAccessible();
  });

  test('that was bought in another tab meanwhile shows the portal', async () => {
    know();
    const bought = http.post('/api/concierge-checkout', () => {
      api.own();
      return problem('already_owned');
    });
    await open('/concierge', api, bought);
    await button('Upgrade for $13.76').click();
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test(`${spec('8.6')} that could not be begun says that nothing was charged, and can be tried again`, async () => {
    know();
    const down = refusal('POST /api/concierge-checkout', 'payment_provider_unavailable', { once: true });
    await open('/concierge', api, down);
    await button('Upgrade for $13.76').click();
    await expect.element(heading('Failed to initialize concierge upgrade. Please try again.')).toBeVisible();
    await expect.element(page.getByText('Card payment is temporarily unavailable.')).toBeVisible();
    await expect.element(page.getByText('Nothing was charged.', { exact: true })).toBeVisible();
    await expectSummaryAbove(page.getByRole('textbox', { name: /Your e-mail address/ }));
    await expectAccessible();
    await button('Upgrade for $13.76').click();
    await expect.poll(() => location.hash).toBe('#provider');
  });

  test('takes the server’s word on the e-mail address', async () => {
    const errors = [{ field: 'email', message: 'Enter an e-mail address like name@example.com.' }];
    const refused = refusal('POST /api/concierge-checkout', 'invalid_input', { errors });
    await open('/concierge', api, refused);
    const field = page.getByRole('textbox', { name: /Your e-mail address/ });
    await field.fill('ann');
    await button('Upgrade for $17.76').click();
    await link(errors[0]?.message ?? '').click();
    await expect.element(field).toHaveFocus();
  });

  test.each([true, false])(
    'after a refund says that it was paid back, and whether the guide stays: %s',
    async (guide) => {
      api.own({ state: 'refunded', guide, refundableUntil: null });
      await open('/concierge', api);
      await expect.element(page.getByText('We have paid the concierge back to you')).toBeVisible();
      expect(guideStays()).toBe(guide);
      await expectAccessible();
    },
  );

  test('cannot be told while the server is away', async () => {
    const away = networkError('GET /api/concierge/me', { once: true });
    await open('/concierge', api, away);
    await expect.element(heading('We could not ask just now')).toBeVisible();
    await expectAccessible();
    await button('Try again').click();
    await expect.element(button('Upgrade for $17.76')).toBeVisible();
  });
});

describe('paying on the page itself', () => {
  const intents = `${sandboxStripe}/v1/payment_intents/:id/confirm`;
  async function openForm(...handlers: Parameters<typeof open>[2][]) {
    know();
    const screen = await open('/concierge', api, ...handlers);
    await button('Pay on this page instead').click();
    await page.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242');
    await page.getByRole('textbox', { name: 'Expires' }).fill('12 / 30');
    await page.getByRole('textbox', { name: 'Security code' }).fill('123');
    return screen;
  }

  test(`${spec('2.8c')} has one button that names what it charges, and leads to where the server is asked`, async () => {
    const paid = http.post(intents, () => HttpResponse.json({ status: 'succeeded' }));
    const screen = await openForm(paid);
    await expect.element(page.getByText('XRP BRIDGE', { exact: true })).toBeVisible();
    expect(button(/^(Upgrade|Unlock)/).elements()).toEqual([]);
    await expectAccessible();
    api.own();
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
    await expect.element(heading('Concierge activated!')).toBeVisible();
    expect(api.called('POST', '/api/create-concierge-payment').map(({ body }) => body)).toEqual([{ transferId: id }]);
  });

  test('a card that is declined is told in the form, and can be used again', async () => {
    const declined = http.post(intents, () =>
      HttpResponse.json({ error: { type: 'card_error', message: 'Your card was declined.' } }, { status: 402 }),
    );
    const screen = await openForm(declined);
    await button('Activate concierge for $13.76').click();
    await expect.element(page.getByText('Payment failed: your card was declined.')).toBeVisible();
    await expect.element(button('Activate concierge for $13.76')).not.toHaveAttribute('aria-disabled');
    expect(screen.path()).toBe('/concierge');
    await expectAccessible();
  });

  test('that was closed, because the next page was opened, opens again with what was entered', async () => {
    const canceled = { code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } };
    const screen = await openForm(
      reply('POST /api/create-concierge-payment', { clientSecret: 'pi_2_secret_3' }, { once: true }),
      reply('POST /api/create-concierge-payment', { clientSecret: 'pi_9_secret_9' }),
      http.post(intents, ({ request }) =>
        request.url.includes('pi_9')
          ? HttpResponse.json({ id: 'pi_9', status: 'succeeded' })
          : HttpResponse.json({ error: { type: 'invalid_request_error', ...canceled } }, { status: 400 }),
      ),
    );
    await button('Activate concierge for $13.76').click();
    await expect.element(heading('This card form was closed')).toBeVisible();
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
  });

  test('one that is cut off is asked about before anything else', async () => {
    expectConsole(/The payment was cut off/);
    const screen = await openForm(http.post(intents, () => HttpResponse.error()));
    await button('Activate concierge for $13.76').click();
    await expect.poll(screen.path).toBe(`/concierge-success?transfer=${id}`);
    await expect.element(page.getByText(/Please do not pay a second time/)).toBeVisible();
  });

  test(`${spec('8.6')} that cannot be begun says so; the provider’s page is still there`, async () => {
    know();
    const down = refusal('POST /api/create-concierge-payment', 'payment_provider_unavailable');
    await open('/concierge', api, down);
    await button('Pay on this page instead').click();
    await expect.element(page.getByText('Failed to initialize concierge upgrade. Please try again.')).toBeVisible();
    await expectAccessible();
    await button('Pay on the next page instead').click();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
  });
});

describe('coming back from the payment', () => {
  test('that the server knows of: it is activated, and what was owned before is known everywhere', async () => {
    api.own({ email: false, guideCredit: true });
    await open('/concierge-success', api);
    await expect.element(heading('Concierge activated!')).toBeVisible();
    await expect.element(page.getByText(/Your next transfer costs nothing more/)).toBeVisible();
    await expect.element(link('Use it on my other devices')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    await link('Open my concierge').click();
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test(`${spec('2.8d')} that nobody knows of yet waits, tells not to pay again, and asks on demand`, async () => {
    let isPaid = false;
    const settled = http.post('/api/concierge/complete', () => {
      // Known to nobody before it is asked: the page looks by itself, too.
      if (isPaid) api.own();
    });
    await open(`/concierge-success?transfer=${id}`, api, settled);
    await expect.element(heading('The payment has not reached us yet.')).toBeVisible();
    await expect.element(page.getByText(/Please do not pay a second time/)).toBeVisible();
    await expect.element(link('Back to the concierge')).toHaveAttribute('href', `/concierge?transfer=${id}`);
    // Who came back to another browser than the one that paid would wait for good.
    await expect.element(page.getByText(/Did you pay in another browser/)).toBeVisible();
    await expect.element(link('Mail me a link')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
    isPaid = true;
    await button('Check again').click();
    await expect.element(heading('Concierge activated!')).toBeVisible();
    expect(api.called('POST', '/api/concierge/complete')).toHaveLength(2);
  });

  test(`${spec('2.8d')} goes on by itself once the payment is known`, async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    await open('/concierge-success', api);
    await expect.element(heading('The payment has not reached us yet.')).toBeVisible();
    api.own();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(heading('Concierge activated!')).toBeVisible();
  });

  test('whose provider cannot be asked says the server’s words', async () => {
    const down = refusal('POST /api/concierge/complete', 'payment_provider_unavailable');
    await open('/concierge-success', api, down);
    await expect.element(page.getByText('Card payment is temporarily unavailable.')).toBeVisible();
  });

  test('that the bank refused leads back', async () => {
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api);
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
    await expectAccessible();
  });

  test('that the bank refused, as the address says, is not called unpaid before the provider was asked', async () => {
    const down = refusal('POST /api/concierge/complete', 'payment_provider_unavailable', { once: true });
    await open(`/concierge-success?transfer=${id}&redirect_status=failed`, api, down);
    await expect.element(heading('The payment has not reached us yet.')).toBeVisible();
    expect(page.getByText(/Nothing was charged/).elements()).toEqual([]);
    await button('Check again').click();
    await expect.element(heading('Payment processing failed. Please try again.')).toBeVisible();
  });

  test.each([true, false])(
    'of something that was paid back since says that, and whether the guide stays: %s',
    async (guide) => {
      api.own({ state: 'refunded', guide, refundableUntil: null });
      await open('/concierge-success', api);
      await expect.element(heading('We have paid the concierge back to you.')).toBeVisible();
      expect(guideStays()).toBe(guide);
      await expectAccessible();
    },
  );
});

describe('the portal', () => {
  beforeEach(() => api.own());

  test(`${spec('2.10b', 'concierge.1')} has its three parts, the way to each room, and no price`, async () => {
    await open('/concierge', api);
    await expect.element(heading('XRP Bridge Concierge')).toBeVisible();
    for (const part of [
      'Latest project leader highlights',
      'Quantum encoding & encryption',
      'Hot meter: underhyped coins with real progress',
    ]) {
      await expect.element(heading(part)).toBeVisible();
    }
    await expect.element(link('Click to learn more')).toHaveAttribute('href', '/quantum');
    const rooms = page.getByRole('navigation', { name: 'Your concierge' }).getByRole('link');
    await expect
      .poll(() => rooms.elements().map((room) => room.getAttribute('href')))
      .toEqual([
        '/concierge/dashboard',
        '/concierge/dashboard?tab=charts',
        '/concierge/dashboard?tab=analysis',
        '/concierge/dashboard?tab=portfolio',
        '/concierge/encryption',
      ]);
    expect(document.body.textContent).not.toMatch(/QFS|17\.76/);
    expect(button(/^(Upgrade|Unlock)/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('says what somebody may not know of: a paid guide, and that no other device knows them', async () => {
    api.own({ guideCredit: true, email: false });
    await open('/concierge', api);
    await expect.element(page.getByText('Your next transfer is paid')).toBeVisible();
    await expect.element(link('Leave my e-mail address')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
  });

  test(`${spec('concierge.4')} takes a request for a refund by its terms, and says that it has it`, async () => {
    await open('/concierge', api);
    await page.getByText('Ask for your money back', { exact: true }).click();
    await expect.element(page.getByText(/until 4 Dec 2026/)).toBeVisible();
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@example.com');
    expect(guideStays()).toBe(true);
    await button('Ask for $13.76 back').click();
    await expect.element(page.getByText('We have your request for a refund')).toBeVisible();
    expect(api.called('POST', '/api/concierge/refund-request').map(({ body }) => body)).toEqual([
      { email: 'ann@example.com' },
    ]);
  });

  test('pays back the guide with it that was never used', async () => {
    api.own({ guideCredit: true, refundable: { amount: '17.76', concierge: true, guide: true } });
    await open('/concierge', api);
    await page.getByText('Ask for your money back', { exact: true }).click();
    await expect.element(button('Ask for $17.76 back')).toBeVisible();
    await expect.element(page.getByText(/you get that money back, too/)).toBeVisible();
    expect(guideStays()).toBe(false);
    await expectAccessible();
  });

  test(`${spec('concierge.4')} pays back that guide alone once the time of the concierge is over`, async () => {
    const refundable = { amount: '4.00', concierge: false, guide: true };
    api.own({ guideCredit: true, refundableUntil: null, refundable });
    await open('/concierge', api);
    await page.getByText('Ask for your money back', { exact: true }).click();
    await expect.element(page.getByText(/You have not used the guide that came with your concierge/)).toBeVisible();
    await expectAccessible();
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@example.com');
    await button('Ask for $4.00 back').click();
    await expect.element(page.getByText('We have your request for a refund')).toBeVisible();
  });

  test('offers no refund once its time is over', async () => {
    api.own({ refundableUntil: null, refundable: null });
    await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(page.getByText('Ask for your money back').elements()).toEqual([]);
  });

  test.each([true, false])(
    'is closed once the money went back, and says whether the guide stays: %s',
    async (guide) => {
      api.own({ state: 'refunded', guide, refundableUntil: null });
      await open('/concierge/dashboard', api);
      await expect.element(heading('We have paid the concierge back to you.')).toBeVisible();
      expect(guideStays()).toBe(guide);
      expect(api.called('GET', '/api/concierge/dashboard')).toEqual([]);
      await expectAccessible();
    },
  );
});

describe('what is owned', () => {
  const confirm = '/?from=coinbase&to=xumm&view=confirm';

  test(`${spec('concierge.2')} is not offered again: the guide alone can be bought`, async () => {
    api.own();
    const screen = await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    await screen.go(confirm);
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    expect(page.getByText(/17\.76/).elements()).toEqual([]);
  });

  test(`${spec('concierge.2')} may have a paid guide in it: the next transfer uses it, and its button charges nothing`, async () => {
    api.own({ guideCredit: true });
    const screen = await open('/concierge', api);
    await link('Start my transfer').click();
    await screen.go(confirm);
    await expect.element(heading('Your guide is paid')).toBeVisible();
    await expectAccessible();
    api.push({ status: 'instructions_sent' });
    await button('Use my paid guide').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    // It is used up.
    expect(JSON.parse(localStorage.getItem('xrp-bridge:concierge') ?? '')).toBe('owned');
  });

  test('is offered again once it was paid back', async () => {
    localStorage.setItem('xrp-bridge:concierge', '"owned"');
    api.own({ state: 'refunded', refundableUntil: null });
    const screen = await open('/concierge', api);
    await expect.element(page.getByText('We have paid the concierge back to you')).toBeVisible();
    await screen.go(confirm);
    await expect.element(page.getByText('Guide with concierge $17.76', { exact: true })).toBeVisible();
  });
});

describe('newsletters by e-mail', () => {
  const newsletters = () => page.getByRole('region', { name: 'Newsletters by e-mail' });
  const weekly = () => page.getByRole('checkbox', { name: 'What has happened, each week' });
  const saved = () => api.called('PUT', '/api/concierge/newsletters').map(({ body }) => body);

  test(`${spec('concierge.3')} are chosen one by one, and come once the address has said yes`, async () => {
    api.own();
    await open('/concierge', api);
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('Please confirm your e-mail address')).toBeVisible();
    expect(saved()).toEqual([{ market: true, alerts: false }]);
    await expectAccessible();
  });

  test('of somebody whose address is known are saved, and stopped', async () => {
    api.own();
    api.newsletterChoice = { market: true, alerts: true, state: 'confirmed' };
    await open('/concierge', api);
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('Your choice is saved')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Word when a coin had an unusual day' }).click();
    // This one is not.
    await expect.element(newsletters().getByText('Your choice is saved')).not.toBeInTheDocument();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('You get no newsletters')).toBeVisible();
    expect(saved()).toEqual([
      { market: false, alerts: true },
      { market: false, alerts: false },
    ]);
  });

  test('ask for an address where there is none, or where it takes no mail', async () => {
    api.own({ email: false });
    api.newsletterChoice = { market: true, alerts: false, state: 'bounced' };
    await open('/concierge', api);
    await expect.element(newsletters().getByText('Our mails did not arrive')).toBeVisible();
    await newsletters().getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@example.com');
    await button('Save my choice').click();
    await expect.poll(saved).toEqual([{ market: true, alerts: false, email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('whose choice could not be saved say so, and keep it', async () => {
    api.own();
    await open('/concierge', api, refusal('PUT /api/concierge/newsletters', 'service_unavailable'));
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByRole('heading', { name: 'Your choice could not be saved' })).toBeVisible();
    await expect.element(weekly()).toBeChecked();
  });
});

describe('the concierge on another device', () => {
  const path = '/concierge/register';
  const token = 'a-one-time-token-of-some-length';
  const email = () => page.getByRole('textbox', { name: 'Your e-mail address' });

  test(`${spec('concierge.5')} is a link by e-mail; the answer gives no hint whether the address is known`, async () => {
    await open(path, api);
    await expect.element(heading('Concierge on another device')).toBeVisible();
    // The payment page asks for an address as well; and who has neither address nor browser finds a person.
    await expect.element(page.getByText(/We do not see the address that you typed on the payment page/)).toBeVisible();
    const form = page.getByRole('region', { name: 'A link by e-mail' });
    await expect.element(form.getByRole('link', { name: 'help@bridge.test' })).toBeVisible();
    await expectAccessible();
    await email().fill('ann@example.com');
    await button('Mail me a link').click();
    await expect.element(page.getByText(/If we know this address/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Look at your e-mail');
    expect(api.called('POST', '/api/concierge/sign-in-link').map(({ body }) => body)).toEqual([
      { email: 'ann@example.com' },
    ]);
    await expectAccessible();
  });

  test('that was asked for too often says so, and keeps the address', async () => {
    const limited = refusal('POST /api/concierge/sign-in-link', 'rate_limited', {
      detail: 'Too many requests. Please try again in 1 minute.',
    });
    await open(path, api, limited);
    await email().fill('ann@example.com');
    await button('Mail me a link').click();
    await expect.element(page.getByText('Too many requests. Please try again in 1 minute.')).toBeVisible();
    await expect.element(email()).toHaveValue('ann@example.com');
  });

  test(`${spec('concierge.5')} is opened by the link, after one more question; the token leaves the address bar`, async () => {
    history.replaceState(null, '', `#t=${token}`);
    const screen = await open(path, api);
    await expect.element(heading('Open your concierge here')).toBeVisible();
    // Nothing is used up by looking.
    expect(api.called('POST', '/api/concierge/sign-in')).toEqual([]);
    expect(location.hash).toBe('');
    await expectAccessible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(api.called('POST', '/api/concierge/sign-in').map(({ body }) => body)).toEqual([{ token }]);
  });

  test.each(['link_expired', 'invalid_input'] as const)(
    'by a link that is spent or cut short (%s): a new one',
    async (code) => {
      history.replaceState(null, '', `#t=${token}`);
      await open(path, api, refusal('POST /api/concierge/sign-in', code));
      await button('Open my concierge').click();
      await expect.element(page.getByText('It was used before, or it is too old.')).toBeVisible();
      await expectAccessible();
      await email().fill('ann@example.com');
      await button('Mail me a link').click();
      await expect.element(page.getByText(/If we know this address/)).toBeVisible();
    },
  );

  test(`${spec('concierge.5')} by a link whose answer went wrong on the way: whoever is known by it is in`, async () => {
    history.replaceState(null, '', `#t=${token}`);
    // The token is spent, and the cookie given, before payment is asked what it opens.
    const halfWay = http.post('/api/concierge/sign-in', () => {
      api.own();
      return problem('service_unavailable');
    });
    const screen = await open(path, api, halfWay);
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test('by a link whose answer does not know of the paid guide yet: that is asked for', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const little = http.post('/api/concierge/sign-in', () => {
      api.own();
      const answer = HttpResponse.json(api.standing);
      api.own({ guideCredit: true });
      return answer;
    });
    await open(path, api, little);
    await button('Open my concierge').click();
    await expect.element(page.getByText('Your next transfer is paid')).toBeVisible();
  });

  test('by a link that the server could not look at says so, and promises nothing of it', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const away = refusal('POST /api/concierge/sign-in', 'service_unavailable');
    await open(path, api, away);
    await button('Open my concierge').click();
    await expect.element(page.getByText(/This part is not available right now/)).toBeVisible();
    expect(page.getByText(/still works/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('by a link without a connection can be tried again', async () => {
    history.replaceState(null, '', `#t=${token}`);
    const lost = networkError('POST /api/concierge/sign-in', { once: true });
    const screen = await open(path, api, lost);
    await button('Open my concierge').click();
    await expect.element(page.getByText(/Nothing is lost/)).toBeVisible();
    await button('Open my concierge').click();
    await expect.poll(screen.path).toBe('/concierge');
  });

  test('begins with an address of the owner’s', async () => {
    api.own({ email: false });
    await open(path, api);
    await email().fill('ann@example.com');
    await button('Keep my address, and mail me a link').click();
    await expect.element(page.getByText('A link is on its way to you')).toBeVisible();
    expect(api.called('POST', '/api/concierge/register').map(({ body }) => body)).toEqual([
      { email: 'ann@example.com' },
    ]);
    await expectAccessible();
  });

  test('takes another address in place of the one before', async () => {
    api.own();
    await open(path, api);
    await expect.element(button('Use this address from now on')).toBeVisible();
    await expect.element(page.getByText(/a mail tells the old one\.$/)).toBeVisible();
    await expectAccessible();
  });
});
