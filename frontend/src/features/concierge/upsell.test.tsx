import { spec } from '@xrp-bridge/contracts/testing';
import { http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { networkError, noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// Where the provider's page would be, and the tokens of links: an answer at the end of the test before may lead there.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

const checkouts = () => api.bodies('POST', '/api/concierge-checkout');

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
    await expectVisible(heading('XRP Bridge Concierge'), /Your transfer is complete/);
    for (const item of items) await expect.element(text(item)).toBeVisible();
    // Nobody wonders what the money is for.
    await expectVisible(text('You pay for the other four.', { exact: false }), button('Upgrade for $13.76'));
    await expect.element(button('Unlock full access for $13.76')).toBeVisible();
    expect(document.body.textContent).not.toContain('17.76');
    const preview = region('How it looks inside');
    await expect.element(preview.getByText('Sample')).toBeVisible();
    expect(preview.element().querySelector('[inert]')?.querySelectorAll('a, button, input')).toHaveLength(0);
    await expectAccessible();
  });

  test(`${spec('2.8a')} without one: both, and a guide comes with it`, async () => {
    await open('/concierge', api);
    await expectVisible(button('Upgrade for $17.76'), button('Unlock full access for $17.76'));
    await expect.element(text(/A guide for one transfer comes with it/)).toBeVisible();
    expect(text('Pay on this page instead').elements()).toEqual([]);
    await expectAccessible();
  });

  test.each<[what: string, prepare: () => void, order: object]>([
    ['is not paid for yet: both, with it', () => api.push({ status: 'pending' }), { transferId: id }],
    ['is somebody else’s: both, without it', () => api.push({ mine: false }), { key: expect.any(String) }],
    ['is paid back: both, without it', () => api.push({ status: 'refunded' }), { key: expect.any(String) }],
    ['nobody knows any more: both, without it', () => (api.transfer.id = 'f'.repeat(32)), { key: expect.any(String) }],
  ])('for a transfer that %s', async (_, prepare, order) => {
    know();
    prepare();
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
    const away = refusal('GET /api/transfers/{id}', 'service_unavailable');
    await open('/concierge', api, away);
    await expect.element(heading('We could not ask just now')).toBeVisible();
    expect(document.body.textContent).not.toContain('$');
    await expectAccessible();
    away.end();
    await button('Try again').click();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
  });

  test(`${spec('2.8a')} comes after the way for whoever has it already`, async () => {
    for (const width of [360, 1280]) {
      await page.viewport(width, 800);
      const screen = await open('/concierge', api);
      const [owner, price] = [link('Mail me a link'), heading(/\$17\.76/)];
      for (const one of [owner, price]) await expect.element(one).toBeVisible();
      const [above, below] = [owner, price].map((one) => one.element().getBoundingClientRect());
      expect(above?.bottom).toBeLessThan(below?.top ?? 0);
      await screen.unmount();
    }
  });

  test('has the place of the price while nobody knows it', async () => {
    know();
    await open('/concierge', api, noReply('GET /api/transfers/{id}'));
    await expect.element(text('Loading the price…')).toBeInTheDocument();
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
    await textbox(/Your e-mail address/).fill(' ann@example.com ');
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
    await expectVisible('You have the concierge already', /Nothing was charged/);
    // Nothing more to pay is on offer, and the keyboard goes on from the answer.
    expect(button(/\$\d/).elements()).toHaveLength(0);
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
    await expectVisible('Card payment is temporarily unavailable.', text('Nothing was charged.'));
    await expectSummaryAbove(textbox(/Your e-mail address/));
    await expectAccessible();
    await button('Upgrade for $13.76').click();
    await expect.poll(() => location.hash).toBe('#provider');
  });

  test('takes the server’s word on the e-mail address', async () => {
    const errors = [{ field: 'email', message: 'Enter an e-mail address like name@example.com.' }];
    const refused = refusal('POST /api/concierge-checkout', 'invalid_input', { errors });
    await open('/concierge', api, refused);
    const field = textbox(/Your e-mail address/);
    await field.fill('ann');
    await button('Upgrade for $17.76').click();
    await link(errors[0]?.message ?? '').click();
    await expect.element(field).toHaveFocus();
  });

  test('cannot be told while the server is away', async () => {
    const away = networkError('GET /api/concierge/me');
    await open('/concierge', api, away);
    await expect.element(heading('We could not ask just now')).toBeVisible();
    await expectAccessible();
    away.end();
    await button('Try again').click();
    await expect.element(button('Upgrade for $17.76')).toBeVisible();
  });
});
