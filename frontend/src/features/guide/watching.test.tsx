import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, expectVisible, heading, region, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { address, hash, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address, sourceAmount: '2500' });
});

const guide = `/transfer/${id}`;
const confirmPath = `/api/transfers/${id}/confirm-arrival`;
const at = '2026-11-20T12:00:00.000Z';
const testArrival = { hash, deliveredXrp: '2', ledgerIndex: 9, at };
const watching = (amount = '2 XRP') => heading(`Watching for your ${amount}.`);
const completed = () => button('I’ve completed the transfer');
const claim = () => button('It’s in my wallet. I checked.');

describe('the watch on the last step', () => {
  test('is above the step, with the amount, the normal wait, the expected time and the last check', async () => {
    api.reach = { email: 'a•••@example.com', receiptSent: true };
    await openGuideAt(5, api);
    await expectVisible(
      watching(),
      'Nothing yet, which is normal. Coinbase can take up to 48 hours with a new address. You can close this page. We’ll email you.',
      'Expected arrival if you send it now',
      /^\d+:\d\d [AP]M, nothing yet$/,
    );
    const top = (of: ReturnType<typeof heading>) => of.element().getBoundingClientRect().top;
    expect(top(watching())).toBeLessThan(top(heading(/^Step 5 of 5/)));
    // The bridge is shown only once.
    expect(page.getByRole('img', { name: /^From Coinbase to Xaman/ }).elements()).toHaveLength(1);
    await expectAccessible();
  });

  test('is short on a phone, so that the step is in the viewport, too, and expands', async () => {
    await page.viewport(360, 740);
    await openGuideAt(4, api);
    await button('Done, next step').click();
    await expect.element(heading(/^Step 5 of 5/)).toHaveFocus();
    await expect.element(watching()).toBeInViewport();
    const check = heading('Check that the form matches this');
    await expect.element(check).toBeInViewport();
    await expect.element(text('Expected arrival if you send it now')).not.toBeVisible();
    await expectAccessible();
    await button('How long it takes').click();
    await expectVisible('Expected arrival if you send it now', /^Coinbase can take up to 48 hours/);
    await expectAccessible();
    await button('Show less').click();
    await expect.element(check).toBeInViewport();
  });

  test('shows the time of each later check', async () => {
    await openGuideAt(5, api);
    const shown = () => region('Watching for your 2 XRP.').getByRole('time').element().getAttribute('datetime');
    expect(shown()).toBe(api.transfer.watch?.checkedAt);
    api.push({
      watch: { state: 'watching', until: '2026-12-04T10:00:00.000Z', checkedAt: '2026-11-20T11:30:00.000Z' },
    });
    await expect.poll(shown).toBe('2026-11-20T11:30:00.000Z');
  });

  test('shows no time of a check while the ledger is not read', async () => {
    api.push({ watch: { state: 'watching', until: '2026-12-04T10:00:00.000Z', checkedAt: null } });
    await openGuideAt(5, api);
    await expect.element(text(/^Connecting to the XRP network/)).toBeVisible();
    expect(document.body.textContent).not.toContain('nothing yet');
  });

  describe('without a connection', () => {
    afterEach(() => onlineManager.setOnline(true));

    test('shows no time of a check', async () => {
      await openGuideAt(5, api);
      onlineManager.setOnline(false);
      await expect.element(text('This page can’t connect right now. We’re still watching.')).toBeVisible();
      expect(document.body.textContent).not.toContain('nothing yet');
    });
  });

  test('offers an e-mail about the arrival, and promises this e-mail once the address is saved', async () => {
    await openGuideAt(5, api);
    await expect.element(text(/You can close this page and come back anytime\.$/)).toBeVisible();
    await button('Email me when XRP arrives').click();
    await textbox(/email address/).fill('ann@example.com');
    await button('Save my email').click();
    await expectVisible('Your email is saved', /You can close this page\. We’ll email you\.$/);
    await expectAccessible();
  });

  test('shows the amount of the rest once the test has arrived', async () => {
    api.push({ arrivals: [testArrival] });
    await open(guide, api);
    await button('Next: how to send the rest').click();
    for (const _ of [3, 4, 5]) await button('Done, next step').click();
    await expectVisible(watching('2,498 XRP'), /Coinbase checks each withdrawal first/);
  });

  test('is not shown for an address with a verdict that stops the guide', async () => {
    api.setDestination({ verdict: 'blocked', firstAmountXrp: null });
    const screen = await open(guide, api);
    localStorage.setItem(`xrp-bridge:step:${id}`, '4');
    await screen.unmount();
    await open(guide, api);
    await expect.element(heading(/You can’t use this address$/)).toBeVisible();
    await expect.element(watching()).not.toBeInTheDocument();
  });
});

describe('“Keep watching”', () => {
  test('replaces the step with the watch, even after a reload, until the customer shows the step again', async () => {
    const screen = await openGuideAt(5, api);
    await completed().click();
    await expect.element(dialog('We haven’t seen your XRP yet. That’s normal right after sending.')).toBeVisible();
    await expectAccessible();
    await button('Keep watching').click();
    await expect.element(watching()).toHaveFocus();
    await expect.element(heading(/^Step 5 of 5/)).not.toBeInTheDocument();
    expect(document.body.textContent).toMatch(/Expected arrival(?! if you send it now)/);
    expect(document.body.textContent).not.toContain('if you send it now');
    await expectAccessible();
    await screen.unmount();
    await open(guide, api);
    await expectVisible(watching(), completed());
    await expect.element(heading(/^Step 5 of 5/)).not.toBeInTheDocument();
    await button('Show step 5 again').click();
    await expect.element(heading(/^Step 5 of 5/)).toHaveFocus();
    expect(api.called('POST', confirmPath)).toEqual([]);
  });

  test('offers help once the expected time is over', async () => {
    localStorage.setItem(`xrp-bridge:sent:${id}`, JSON.stringify({ at: '2026-11-01T10:00:00.000Z', before: '0 null' }));
    localStorage.setItem(`xrp-bridge:step:${id}`, '4');
    await open(guide, api);
    await expectVisible(watching(), /^Your XRP is taking a while\./);
  });

  test('ends when the test payment arrives, and the guide then shows the steps for the rest', async () => {
    await openGuideAt(5, api);
    await completed().click();
    await button('Keep watching').click();
    api.push({ arrivals: [testArrival] });
    await expect.element(heading('Your test has arrived')).toHaveFocus();
    await button('Next: how to send the rest').click();
    for (const _ of [3, 4, 5]) await button('Done, next step').click();
    await expect.element(heading(/^Step 5 of 5/)).toBeVisible();
  });
});

describe('“It’s in my wallet. I checked.”', () => {
  test('is shown as the customer’s statement while the watch continues, and can be undone', async () => {
    await openGuideAt(5, api);
    await completed().click();
    await claim().click();
    await expect.element(heading('You told us it arrived')).toHaveFocus();
    await expectVisible(/so we’re still watching/, /^\d+:\d\d [AP]M, nothing yet$/, /^Told us by mistake\?/);
    expect(document.body.textContent).not.toMatch(/is home|All done/);
    await expectAccessible();
    await button('Undo (my XRP hasn’t arrived yet)').click();
    await expect.element(heading(/^Step 5 of 5/)).toHaveFocus();
    await expect.element(watching()).toBeVisible();
  });

  test('about the rest does not complete a transfer of which only the test has arrived', async () => {
    api.push({ arrivals: [testArrival] });
    await open(guide, api);
    await button('Next: how to send the rest').click();
    for (const _ of [3, 4, 5]) await button('Done, next step').click();
    await completed().click();
    await claim().click();
    await expect.element(heading('You told us it arrived')).toHaveFocus();
    expect(api.bodies('POST', confirmPath)).toEqual([{ unseen: true }]);
    expect(document.title).toMatch(/^You told us it arrived/);
    expect(document.body.textContent).not.toMatch(/is home|All done/);
  });
});

describe('the payment panel at the top of the guide', () => {
  const panel = () => region('Your payment');

  test('stays visible at the next step, and shows the e-mail address of the receipt', async () => {
    api.reach = { email: 'a•••@example.com', receiptSent: true };
    const screen = await openGuideAt(1, api);
    await expectVisible(panel().getByText('Paid $4.00. Receipt sent to a•••@example.com'));
    await expectAccessible();
    await button('Done, next step').click();
    await expectVisible(heading(/^Step 2 of 5/), panel());
    await screen.unmount();
    api.reach = { email: 'a•••@example.com', receiptSent: false };
    await open(guide, api);
    await expectVisible(panel().getByText('Paid $4.00. We’ll email you at a•••@example.com'));
  });

  test('offers to mail a link if the transfer has no e-mail address', async () => {
    await openGuideAt(1, api);
    await expectVisible(panel().getByText('Paid $4.00.'));
    await button('Want a link by email?').click();
    await expectAccessible();
    await textbox(/email address/).fill('ann@example.com');
    await button('Save my email').click();
    await expectVisible(panel().getByText('Your email is saved'), /We’ll email you at a•••@example\.com/);
    await expectAccessible();
  });
});
