import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, region, text, textbox } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, openGuideAt } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

/** Opens a collapsed row of the guide. */
const unfold = (title: string) => text(title).click();

describe('the amount', () => {
  /**
   * Returns all amounts of XRP on the page, any of which a customer could mistake for the amount to
   * enter.
   */
  const numbers = () => new Set(document.querySelector('main')?.innerText.match(/[\d.,]*\d(?= XRP)/g));

  test.each([
    ['new', '5000'],
    ['ok', '5000'],
    ['new', '0'],
    ['ok', '0'],
  ] as const)(
    'has a copy button only for the test amount if the wallet’s verdict is %s and the stated amount is %s XRP',
    async (verdict, sourceAmount) => {
      api.push({ sourceAmount });
      api.setDestination({ verdict });
      await openGuideAt(4, api);
      await expect
        .element(text('Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.'))
        .toBeVisible();
      // If the total is known, the sum contains the rest.
      if (sourceAmount !== '0') await expectVisible(text('2 XRP'), text('now → 4,998 XRP after it arrives'));
      expect([...numbers()]).toEqual(sourceAmount === '0' ? ['2'] : ['2', '4,998']);
      expect(button(/^Copy/).elements()).toHaveLength(1);
      const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      await button('Copy 2').click();
      expect(written).toHaveBeenCalledWith('2');
    },
  );

  test('is shown with separators, and copied without them', async () => {
    api.push({ sourceAmount: '5000', testFirst: false });
    await openGuideAt(4, api);
    await expect.element(text('5,000 XRP')).toBeVisible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await button('Copy 5000').click();
    expect(written).toHaveBeenCalledWith('5000');
  });

  test('can be sent without a test after a warning, and the choice can be reverted', async () => {
    api.push({ sourceAmount: '5000' });
    await openGuideAt(4, api);
    await button('Skip the test').click();
    await expect.element(text(/you could lose all of it/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Skip the test?');
    await expectAccessible();
    await button('No, keep the test').click();
    expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
    await button('Skip the test').click();
    await button('Yes, skip the test').click();
    await expect.element(text('Now enter 5,000 XRP. This is the full amount.')).toBeVisible();
    await button('Start with a small test').click();
    await expect
      .element(text('Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.'))
      .toBeVisible();
    expect(api.bodies('PATCH', `/api/transfers/${id}`)).toEqual([{ testFirst: false }, { testFirst: true }]);
    await expectAccessible();
  });

  test('cannot be copied while a new amount loads', async () => {
    api.push({ sourceAmount: '5000' });
    await openGuideAt(4, api);
    const steps = noReply('GET /api/transfer-instructions/{id}');
    network.use(steps);
    await button('Skip the test').click();
    await button('Yes, skip the test').click();
    await expect.element(text('One moment. We’re figuring out your amount…')).toBeVisible();
    expect(button(/^Copy/).elements()).toEqual([]);
    expect(text(/2 XRP/).elements()).toEqual([]);
    await expectAccessible();
    await expect.poll(steps.requestCount).toBe(1);
    steps.end();
    await expect.element(text('Now enter 5,000 XRP. This is the full amount.')).toBeVisible();
  });

  test('shows why the choice about the test could not be saved', async () => {
    const refused = refusal('PATCH /api/transfers/{id}', 'transfer_closed', { detail: 'It is closed.' });
    await openGuideAt(4, api, refused);
    await button('Skip the test').click();
    await button('Yes, skip the test').click();
    await expect.element(text('It is closed.')).toBeVisible();
  });

  test('to enter is the saved total if no test is needed', async () => {
    await openGuideAt(4, api);
    await unfold('How much do you want to move in total?');
    const field = textbox(/^Total XRP/);
    await field.fill('many');
    await button('Save').click();
    await expect.element(text('There’s a problem')).toBeVisible();
    await expectAccessible();
    await field.fill('8');
    await button('Save').click();
    await expect.element(text('Now enter 8 XRP. This is the full amount.')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain('Now enter 8 XRP.');
    expect(api.bodies('PATCH', `/api/transfers/${id}`)).toEqual([{ sourceAmount: '8' }]);
    // After saving, the field is collapsed and can be expanded again.
    await expect.element(field).not.toBeInTheDocument();
    await unfold('Change the total you want to move');
    await expect.element(field).toHaveValue('8');
  });
});

describe('the final check before sending', () => {
  test('breaks the address into lines of equal length on a phone', async () => {
    await page.viewport(360, 740);
    await openGuideAt(5, api);
    const shown = region('Check that the form matches this').getByText(address);
    await expect.element(shown).toBeVisible();
    const tops = [...shown.element().children].map((group) => group.getBoundingClientRect().top);
    const lines = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    expect(lines).toEqual([3, 3, 3]);
  });

  test('shows no outdated amount or tag while the new steps load', async () => {
    api.push({ sourceAmount: '5000' });
    await openGuideAt(5, api);
    const look = region('Check that the form matches this');
    await expect.element(look.getByText('2 XRP')).toBeVisible();
    let steps = noReply('GET /api/transfer-instructions/{id}');
    network.use(steps);
    api.push({ testFirst: false });
    await expect.element(look.getByText('One moment…')).toBeVisible();
    expect(look.getByText('2 XRP').elements()).toEqual([]);
    await expect.poll(steps.requestCount).toBe(1);
    steps.end();
    await expect.element(look.getByText('5,000 XRP')).toBeVisible();
    steps = noReply('GET /api/transfer-instructions/{id}');
    network.use(steps);
    api.push({ destinationTag: '42' });
    await expect.element(text('Updating your steps…')).toBeVisible();
    await expect.poll(steps.requestCount).toBe(1);
    steps.end();
    await expect.element(look.getByText('42')).toBeVisible();
  });

  test('repeats address, tag, network and amount, and explains the bold groups', async () => {
    api.push({ sourceAmount: '5000' });
    await openGuideAt(5, api);
    const look = region('Check that the form matches this');
    const bold = 'Check that the bold parts match: the first two groups, one in the middle, and the last two.';
    for (const words of [address, 'None (leave it blank)', 'XRP Ledger', '2 XRP', bold]) {
      await expect.element(look.getByText(words)).toBeVisible();
    }
    await expectAccessible();
    // The transfer now has a tag and no stated amount.
    api.push({ destinationTag: '42', testFirst: false, sourceAmount: '0' });
    await expectVisible(look.getByText('42'), look.getByText('All of it'));
  });
});
