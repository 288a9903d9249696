import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, checkbox, expectVisible, heading, link, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'completed', destinationAddress: address });
  api.config = { ...api.config, conciergeOffered: true };
});

// Where the provider's page would be, and the tokens of links: an answer at the end of the test before may lead there.
beforeEach(() => history.replaceState(null, '', location.pathname + location.search));

const guideStays = () => text(/Your transfer guide stays as it is\./).elements().length > 0;

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
    await expect.element(text('Your next transfer is paid')).toBeVisible();
    await expect.element(link('Leave my e-mail address')).toHaveAttribute('href', '/concierge/register');
    await expectAccessible();
  });

  test(`${spec('concierge.4')} takes a request for a refund by its terms, and says that it has it`, async () => {
    await open('/concierge', api);
    await text('Ask for your money back').click();
    await expect.element(text(/until 4 Dec 2026/)).toBeVisible();
    await expectAccessible();
    await textbox('Your e-mail address').fill('ann@example.com');
    expect(guideStays()).toBe(true);
    await button('Ask for $13.76 back').click();
    await expect.element(text('We have your request for a refund')).toBeVisible();
    expect(api.bodies('POST', '/api/concierge/refund-request')).toEqual([{ email: 'ann@example.com' }]);
  });

  test('pays back the guide with it that was never used', async () => {
    api.own({ guideCredit: true, refundable: { amount: '17.76', concierge: true, guide: true } });
    await open('/concierge', api);
    await text('Ask for your money back').click();
    await expectVisible(button('Ask for $17.76 back'), /you get that money back, too/);
    expect(guideStays()).toBe(false);
    await expectAccessible();
  });

  test(`${spec('concierge.4')} pays back that guide alone once the time of the concierge is over`, async () => {
    const refundable = { amount: '4.00', concierge: false, guide: true };
    api.own({ guideCredit: true, refundableUntil: null, refundable });
    await open('/concierge', api);
    await text('Ask for your money back').click();
    await expect.element(text(/You have not used the guide that came with your concierge/)).toBeVisible();
    await expectAccessible();
    await textbox('Your e-mail address').fill('ann@example.com');
    await button('Ask for $4.00 back').click();
    await expect.element(text('We have your request for a refund')).toBeVisible();
  });

  test('offers no refund once its time is over', async () => {
    api.own({ refundableUntil: null, refundable: null });
    await open('/concierge', api);
    await expect.element(heading('Concierge portal')).toBeVisible();
    expect(text('Ask for your money back').elements()).toEqual([]);
  });
});

describe('a concierge that was paid back', () => {
  const places = ['/concierge', '/concierge-success', '/concierge/dashboard'];
  test.each(places.flatMap((path) => [true, false].map((guide) => ({ path, guide }))))(
    '$path says so, and whether the guide stays: $guide',
    async ({ path, guide }) => {
      api.own({ state: 'refunded', guide, refundableUntil: null });
      await open(path, api);
      await expect.element(text(/^We have paid the concierge back to you\.?$/)).toBeVisible();
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
    expect(text(/17\.76/).elements()).toEqual([]);
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
    await expect.element(text('We have paid the concierge back to you')).toBeVisible();
    await screen.go(confirm);
    await expect.element(text('Guide with concierge $17.76')).toBeVisible();
  });
});

describe('newsletters by e-mail', () => {
  const newsletters = () => region('Newsletters by e-mail');
  const weekly = () => checkbox('What has happened, each week');
  const saved = () => api.bodies('PUT', '/api/concierge/newsletters');

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
    await checkbox('Word when a coin had an unusual day').click();
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
