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

// The fragment is removed, because a late response to a request of the previous test may have set it (`providerPage`
// in fake-api.ts).
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

const checkouts = () => api.bodies('POST', '/api/concierge-checkout');

/** Stores the transfer as the last transfer of this browser. */
function storeLastTransfer(): void {
  localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(id));
}

const items = [
  'Quantum-encryption setup guide',
  'Past-tense market analysis',
  'Wave-catching trend graphs',
  'Non-speculative market newsletter',
  'Multi-exchange portfolio sync tools',
];

describe('concierge price', () => {
  test(`${spec('2.8a')} is reduced by a paid guide, and shown on both buttons beside the five parts and a preview`, async () => {
    storeLastTransfer();
    await open('/concierge', api);
    await expectVisible(heading('XRP Bridge Concierge'), /Your transfer is complete/);
    for (const item of items) await expect.element(text(item)).toBeVisible();
    // One of the five parts is free, and the text says so.
    await expectVisible(text('You pay for the other four parts.', { exact: false }), button('Upgrade for $13.76'));
    await expect.element(button('Unlock full access for $13.76')).toBeVisible();
    expect(document.body.textContent).not.toContain('17.76');
    const preview = region('What the concierge looks like inside');
    await expect.element(preview.getByText('Sample')).toBeVisible();
    expect(preview.element().querySelector('[inert]')?.querySelectorAll('a, button, input')).toHaveLength(0);
    await expectAccessible();
  });

  test(`${spec('2.8a')} includes a guide for a customer without a transfer`, async () => {
    await open('/concierge', api);
    await expectVisible(button('Upgrade for $17.76'), button('Unlock full access for $17.76'));
    await expect.element(text(/It includes a guide for one transfer/)).toBeVisible();
    expect(text('Pay on this page instead').elements()).toEqual([]);
    await expectAccessible();
  });

  test.each<[what: string, prepare: () => void, order: object]>([
    ['is unpaid, and the order contains the transfer’s id', () => api.push({ status: 'pending' }), { transferId: id }],
    [
      'is another customer’s, and the order contains no transfer’s id',
      () => api.push({ mine: false }),
      { key: expect.any(String) },
    ],
    [
      'is refunded, and the order contains no transfer’s id',
      () => api.push({ status: 'refunded' }),
      { key: expect.any(String) },
    ],
    [
      'no longer exists, and the order contains no transfer’s id',
      () => (api.transfer.id = 'f'.repeat(32)),
      { key: expect.any(String) },
    ],
  ])('includes the guide for a transfer that %s', async (_, prepare, order) => {
    storeLastTransfer();
    prepare();
    await open(`/concierge?transfer=${id}`, api);
    await button('Upgrade for $17.76').click();
    await expect.poll(checkouts).toEqual([order]);
  });

  test('is not shown when the concierge is not on sale', async () => {
    api.config = { ...api.config, conciergeOffered: false };
    await open('/concierge', api);
    await expect.element(heading('You can’t buy the concierge right now.')).toBeVisible();
    expect(button(/Upgrade|Unlock/).elements()).toEqual([]);
    await expectAccessible();
  });

  test(`${spec('2.8a')} is not shown when the transfer cannot be loaded, because its guide may be paid already`, async () => {
    storeLastTransfer();
    const away = refusal('GET /api/transfers/{id}', 'service_unavailable');
    await open('/concierge', api, away);
    await expect.element(heading('We couldn’t check whether you own the concierge')).toBeVisible();
    expect(document.body.textContent).not.toContain('$');
    await expectAccessible();
    away.end();
    await button('Try again').click();
    await expect.element(button('Upgrade for $13.76')).toBeVisible();
  });

  test(`${spec('2.8a')} is below the link for existing owners`, async () => {
    for (const width of [360, 1280]) {
      await page.viewport(width, 800);
      const screen = await open('/concierge', api);
      const [owner, price] = [link('Email me a link'), heading(/\$17\.76/)];
      for (const one of [owner, price]) await expect.element(one).toBeVisible();
      const [above, below] = [owner, price].map((one) => one.element().getBoundingClientRect());
      expect(above?.bottom).toBeLessThan(below?.top ?? 0);
      await screen.unmount();
    }
  });

  test('has a placeholder while the transfer loads', async () => {
    storeLastTransfer();
    await open('/concierge', api, noReply('GET /api/transfers/{id}'));
    await expect.element(text('Loading the price…')).toBeInTheDocument();
    expect(button(/\$/).elements()).toEqual([]);
  });
});

describe('concierge purchase', () => {
  test.each(['Upgrade for $13.76', 'Unlock full access for $13.76'])(
    `${spec('2.8b')} opens the provider’s page only once after “%s”`,
    async (name) => {
      storeLastTransfer();
      await open('/concierge', api);
      await button(name).click();
      await expect.poll(() => location.hash).toBe('#provider');
      await expect.element(button('Opening the payment page…').first()).toHaveAttribute('aria-disabled', 'true');
      (button('Opening the payment page…').first().element() as HTMLElement).click();
      expect(checkouts()).toEqual([{ transferId: id }]);
    },
  );

  test('without a transfer sends the e-mail address and no transfer id', async () => {
    await open('/concierge', api);
    await textbox(/Your email address/).fill(' ann@example.com ');
    await button('Upgrade for $17.76').click();
    await expect.poll(checkouts).toEqual([{ email: 'ann@example.com', key: expect.any(String) }]);
    // The test waits for the navigation, so that it does not happen during the next test.
    await expect.poll(() => location.hash).toBe('#provider');
  });

  test('sends the same idempotency key for two simultaneous clicks', async () => {
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

  test('can be started again after the browser’s “back”', async () => {
    storeLastTransfer();
    await open('/concierge', api);
    await button('Upgrade for $13.76').click();
    await expect.poll(() => location.hash).toBe('#provider');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(button('Upgrade for $13.76')).not.toHaveAttribute('aria-disabled');
  });

  test('charges nothing, and shows “Nothing was charged”, when the concierge is already owned', async () => {
    storeLastTransfer();
    await open('/concierge', api, refusal('POST /api/concierge-checkout', 'already_owned'));
    await button('Upgrade for $13.76').click();
    await expectVisible('You already have the concierge', /Nothing was charged/);
    // No price is offered any more, and the message has the focus.
    expect(button(/\$\d/).elements()).toHaveLength(0);
    expect(document.activeElement?.textContent).toContain('You already have the concierge');
    await expectAccessible();
  });

  test('shows the portal after a purchase in another tab', async () => {
    storeLastTransfer();
    const bought = http.post('/api/concierge-checkout', () => {
      api.own();
      return problem('already_owned');
    });
    await open('/concierge', api, bought);
    await button('Upgrade for $13.76').click();
    await expect.element(heading('Concierge portal')).toBeVisible();
  });

  test(`${spec('8.6')} shows that nothing was charged when it cannot be started, and can be retried`, async () => {
    storeLastTransfer();
    const down = refusal('POST /api/concierge-checkout', 'payment_provider_unavailable', { once: true });
    await open('/concierge', api, down);
    await button('Upgrade for $13.76').click();
    await expect.element(heading('Failed to initialize concierge upgrade. Please try again.')).toBeVisible();
    await expectVisible('Card payment is temporarily unavailable.', text('Nothing was charged.'));
    await expectSummaryAbove(textbox(/Your email address/));
    await expectAccessible();
    await button('Upgrade for $13.76').click();
    await expect.poll(() => location.hash).toBe('#provider');
  });

  test('shows the server’s error about the e-mail address', async () => {
    const errors = [{ field: 'email', message: 'Please enter a full email address, like name@example.com.' }];
    const refused = refusal('POST /api/concierge-checkout', 'invalid_input', { errors });
    await open('/concierge', api, refused);
    const field = textbox(/Your email address/);
    await field.fill('ann');
    await button('Upgrade for $17.76').click();
    await link(errors[0]?.message ?? '').click();
    await expect.element(field).toHaveFocus();
  });

  test('is not offered while the ownership cannot be loaded', async () => {
    const away = networkError('GET /api/concierge/me');
    await open('/concierge', api, away);
    await expect.element(heading('We couldn’t check whether you own the concierge')).toBeVisible();
    await expectAccessible();
    away.end();
    await button('Try again').click();
    await expect.element(button('Upgrade for $17.76')).toBeVisible();
  });
});
