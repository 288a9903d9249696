import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, checkbox, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, hotCoin, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// The fragment is removed, because a late response to a request of the previous test may have set it (`providerPage`
// in fake-api.ts).
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

const guideStays = () => text(/You can still use your guide\./).elements().length > 0;

describe('concierge portal', () => {
  beforeEach(() => api.own());

  test(`${spec('2.10b', 'concierge.1')} shows three parts and links to all pages, but no price`, async () => {
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

  test('begins with a sentence about today and the chart of XRP', async () => {
    api.hotCoins = [hotCoin({ coin: 'XLM' }), hotCoin()];
    api.marketDay = { ...api.marketDay, summary: { ...api.marketDay.summary, tokens: 20, rose: 9, fell: 11 } };
    await open('/concierge', api);
    const today = region('Today');
    await expectVisible(
      today.getByText('9 of 20 coins rose and 11 fell in the last 24 hours, and none had an unusual day.'),
      today.getByText('XRP price and news reports, day by day'),
    );
    await expect.poll(() => today.element().querySelectorAll('canvas').length).toBe(1);
    await expectAccessible();
  });

  test('shows no summary of today without market data', async () => {
    await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    await expect.poll(() => text('Loading today’s market…').elements().length).toBe(0);
    expect(heading('Today').elements()).toEqual([]);
  });

  test('shows that a guide is paid, and offers to register an e-mail address for other devices', async () => {
    api.own({ guideCredit: true, email: false });
    await open('/concierge', api);
    await expect.element(text('Your next guide is already paid for')).toBeVisible();
    await expect.element(link('Add my email address')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
  });

  test(`${spec('concierge.4')} sends a refund request and confirms it`, async () => {
    await open('/concierge', api);
    await text('Request a refund').click();
    await expect.element(text(/until Dec 4, 2026/)).toBeVisible();
    await expectAccessible();
    await textbox('Your email address').fill('ann@example.com');
    expect(guideStays()).toBe(true);
    await button('Request a $13.76 refund').click();
    await expect.element(text('We got your refund request')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/refund-request')).toEqual([{ email: 'ann@example.com' }]);
  });

  test('offers to refund the concierge together with its unused guide', async () => {
    api.own({ guideCredit: true, refundable: { amount: '17.76', concierge: true, guide: true } });
    await open('/concierge', api);
    await text('Request a refund').click();
    await expectVisible(button('Request a $17.76 refund'), /so we’ll refund that too/);
    expect(guideStays()).toBe(false);
    await expectAccessible();
  });

  test(`${spec('concierge.4')} offers to refund only the unused guide after the concierge’s refund period`, async () => {
    const refundable = { amount: '4.00', concierge: false, guide: true };
    api.own({ guideCredit: true, refundableUntil: null, refundable });
    await open('/concierge', api);
    await text('Request a refund').click();
    await expect.element(text(/You haven’t used the guide that came with your concierge/)).toBeVisible();
    await expectAccessible();
    await textbox('Your email address').fill('ann@example.com');
    await button('Request a $4.00 refund').click();
    await expect.element(text('We got your refund request')).toBeVisible();
  });

  test('offers no refund after the refund period', async () => {
    api.own({ refundableUntil: null, refundable: null });
    await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(text('Request a refund').elements()).toEqual([]);
  });
});

describe('refunded concierge', () => {
  const places = ['/concierge', '/concierge-success', '/concierge/dashboard'];
  test.each(places.flatMap((path) => [true, false].map((guide) => ({ path, guide }))))(
    'is shown as refunded at $path, with a note about the guide only if the guide stays open (open: $guide)',
    async ({ path, guide }) => {
      api.own({ state: 'refunded', guide, refundableUntil: null });
      await open(path, api);
      await expect.element(text(/^We’ve refunded your concierge\.?$/)).toBeVisible();
      expect(guideStays()).toBe(guide);
      expect(api.called('GET', '/api/concierge/dashboard')).toEqual([]);
      await expectAccessible();
    },
  );
});

describe('owned concierge', () => {
  const confirm = '/?from=coinbase&to=xumm&view=confirm';

  test(`${spec('concierge.2')} is not offered again, and only the guide can be bought`, async () => {
    api.own();
    const screen = await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    await screen.go(confirm);
    await expect.element(button('Pay $4.00 to continue')).toBeVisible();
    expect(text(/17\.76/).elements()).toEqual([]);
  });

  test(`${spec('concierge.2')} lets the customer use a paid guide for the next transfer without a charge`, async () => {
    api.own({ guideCredit: true });
    const screen = await open('/concierge', api);
    await link('Start my transfer').click();
    await screen.go(confirm);
    await expect.element(heading('Your guide is paid for')).toBeVisible();
    await expectAccessible();
    api.push({ status: 'instructions_sent' });
    await button('Use my paid guide').click();
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    // The paid guide has been used, so the stored ownership no longer includes it.
    expect(JSON.parse(localStorage.getItem('xrp-bridge:concierge') ?? '')).toBe('owned');
  });

  test('is offered again after a refund', async () => {
    localStorage.setItem('xrp-bridge:concierge', '"owned"');
    api.own({ state: 'refunded', refundableUntil: null });
    const screen = await open('/concierge', api);
    await expect.element(text('We’ve refunded your concierge')).toBeVisible();
    await screen.go(confirm);
    await expect.element(text('Guide with concierge $17.76')).toBeVisible();
  });
});

describe('newsletters by e-mail', () => {
  const newsletters = () => region('Newsletters by email');
  const weekly = () => checkbox('A weekly email on what happened');
  const saved = () => api.bodies('PUT', '/api/concierge/newsletters');

  test(`${spec('concierge.3')} are chosen one by one, and require a confirmation of the e-mail address`, async () => {
    api.own();
    await open('/concierge', api);
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('Please confirm your email address')).toBeVisible();
    expect(saved()).toEqual([{ market: true, alerts: false }]);
    await expectAccessible();
  });

  test('are saved and stopped without a confirmation when the address is confirmed', async () => {
    api.own();
    api.newsletterChoice = { market: true, alerts: true, state: 'confirmed' };
    await open('/concierge', api);
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('Your choice is saved')).toBeVisible();
    await checkbox('Alerts when a coin makes an unusual move').click();
    // The customer has changed the choice, but not saved it yet.
    await expect.element(newsletters().getByText('Your choice is saved')).not.toBeInTheDocument();
    await button('Save my choice').click();
    await expect.element(newsletters().getByText('You won’t get any newsletters')).toBeVisible();
    expect(saved()).toEqual([
      { market: false, alerts: true },
      { market: false, alerts: false },
    ]);
  });

  test('require an address when none is stored or e-mails bounced', async () => {
    api.own({ email: false });
    api.newsletterChoice = { market: true, alerts: false, state: 'bounced' };
    await open('/concierge', api);
    await expect.element(newsletters().getByText('Our emails didn’t reach you')).toBeVisible();
    await newsletters().getByRole('textbox', { name: 'Your email address' }).fill('ann@example.com');
    await button('Save my choice').click();
    await expect.poll(saved).toEqual([{ market: true, alerts: false, email: 'ann@example.com' }]);
    await expectAccessible();
  });

  test('show an error when the choice cannot be saved, and preserve the choice', async () => {
    api.own();
    await open('/concierge', api, refusal('PUT /api/concierge/newsletters', 'service_unavailable'));
    await weekly().click();
    await button('Save my choice').click();
    await expect.element(newsletters().getByRole('heading', { name: 'We couldn’t save your choice' })).toBeVisible();
    await expect.element(weekly()).toBeChecked();
  });
});
