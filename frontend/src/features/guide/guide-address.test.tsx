import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, text, textbox } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id, otherAddress } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;

/** Opens a collapsed row of the guide. */
const unfold = (title: string) => text(title).click();

describe('the address', () => {
  test('is shown complete, is copied without spaces, and the button confirms the copy', async () => {
    await openGuideAt(3, api);
    await expect.element(text(address)).toBeVisible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await button('Copy address').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(written).toHaveBeenCalledWith(address);
    await expect.element(button('Copy address')).toBeVisible();
  });

  test('contains no spaces when it is selected by hand', async () => {
    await openGuideAt(3, api);
    const shown = text(address);
    await expect.element(shown).toBeVisible();
    getSelection()?.selectAllChildren(shown.element());
    expect(String(getSelection())).toBe(address);
  });

  test('has no QR code on a phone', async () => {
    await page.viewport(360, 740);
    await openGuideAt(3, api);
    await expect.element(button('Copy address')).toBeVisible();
    expect(button('Show QR code for your exchange’s app').elements()).toEqual([]);
  });

  test('is shown as a QR code in a dialog that Escape closes', async () => {
    await openGuideAt(3, api);
    await button('Show QR code for your exchange’s app').click();
    await expect.element(page.getByRole('img', { name: 'QR code of your XRP address' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Show QR code for your exchange’s app')).toHaveFocus();
  });

  test('is shown with its destination tag to copy', async () => {
    api.push({ destinationTag: '0' });
    await openGuideAt(3, api);
    await expectVisible('Destination tag: enter this number', button('Copy tag'));
    await expectAccessible();
  });

  test('is not sent with the report that the customer has reached step 3', async () => {
    await openGuideAt(3, api);
    const logged = () => api.bodies('POST', '/api/log-transfer-steps')[0];
    await expect.poll(logged).toEqual({ fromExchange: 'coinbase', toWallet: 'xumm' });
  });

  test('is requested at the end of step 1 if it is missing, and the check replaces the form', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    const screen = await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    await expect.element(button('Done, next step')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox').elements()).toHaveLength(1);
    await expectAccessible();
    await button('Save my address').click();
    await expect.element(text('Paste your wallet’s XRP address. It starts with a lowercase r.').first()).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`)).toEqual([]);
    await textbox(/XRP address/).fill(address);
    await button('Save my address').click();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toContain(address);
    await expect.element(button('Done, next step')).toBeVisible();
    expect(api.bodies('PATCH', `/api/transfers/${id}`)[0]).toEqual({
      destinationAddress: address,
      destinationTag: null,
    });
  });

  test.each([3, 4, 5])(
    'is requested at step %i if it is missing, and a button leads back to the form at step 1',
    async (number) => {
      api = new FakeApi({ status: 'instructions_sent' });
      await openGuideAt(number, api);
      await expect.element(button('Done, next step')).not.toBeInTheDocument();
      await expect.element(button('I’ve completed the transfer')).not.toBeInTheDocument();
      await expect.element(text('First we need your address. Then we’ll open this step.')).toBeVisible();
      expect(text(/Now enter|bold groups/).elements()).toEqual([]);
      // The first step still has its number, which means that it is not marked as done.
      expect(document.querySelector('aside details li')?.textContent).toMatch(/^1/);
      await button('Add my address first').click();
      await expect.element(heading(/^Step 1 of 5/)).toHaveFocus();
    },
  );

  test('cannot be saved from another browser, and the error names the right browser', async () => {
    api = new FakeApi({ status: 'instructions_sent' });
    await open(guide, api, refusal('PATCH /api/transfers/{id}', 'not_your_transfer'));
    await textbox(/XRP address/).fill(address);
    await button('Save my address').click();
    await expect.element(text(/open this transfer in the browser you started it in/)).toBeVisible();
    await expectAccessible();
  });

  test('can be changed, and the time of the change is shown', async () => {
    await open(guide, api);
    await button('Change my address').click();
    const field = textbox(/XRP address/);
    await expect.element(field).toHaveValue(address);
    await field.fill(otherAddress);
    await button('Save my address').click();
    await expect.element(heading(/^Step 1 of 5/)).toHaveFocus();
    await expect.element(text(otherAddress)).toBeVisible();
    const top = () =>
      heading(/^Step 1 of 5/)
        .element()
        .getBoundingClientRect().top;
    const before = top();
    api.push({ addressChangedAt: '2026-11-20T12:00:00.000Z' });
    await expect.element(text(/The address was changed on Nov 20, 2026/).first()).toBeVisible();
    expect(top()).toBe(before);
    await expectAccessible();
  });

  test('loses its tag when it is replaced', async () => {
    api.push({ destinationTag: '7' });
    await open(guide, api);
    await button('Change my address').click();
    const field = textbox(/XRP address/);
    const tag = textbox('Destination tag');
    await field.fill(otherAddress);
    await expect.element(tag).toHaveValue('');
    // A known tag returns with its address. A tag that was entered for the new address stays.
    await field.fill(address);
    await expect.element(tag).toHaveValue('7');
    await tag.fill('42');
    await field.fill(otherAddress);
    await expect.element(tag).toHaveValue('42');
    await tag.fill('');
    await field.fill(address);
    await field.fill(otherAddress);
    await button('Save my address').click();
    await expect
      .poll(() => api.bodies('PATCH', `/api/transfers/${id}`)[0])
      .toEqual({ destinationAddress: otherAddress, destinationTag: null });
    // The form also contains the new address, so the test waits for the step, which shows the saved address.
    await expectVisible(heading(/^Step 1 of 5/), text(otherAddress));
  });

  test(`${spec('5.7')} has a field for the tag only after the customer opens the row`, async () => {
    await openGuideAt(3, api);
    await expect.element(textbox('Destination tag')).not.toBeInTheDocument();
    await unfold('My wallet gave me a tag');
    await textbox('Destination tag').fill('x');
    await button('Save the tag').click();
    await expect.element(text('There’s a problem')).toBeVisible();
    await expectAccessible();
    await textbox('Destination tag').fill('42');
    await button('Save the tag').click();
    await expect.element(text('Destination tag: enter this number')).toBeVisible();
    expect(api.bodies('PATCH', `/api/transfers/${id}`)).toEqual([{ destinationTag: '42' }]);
    await expect.element(button('Copy tag')).toBeVisible();
  });

  test('is neither shown with the old value nor reported as replaced while the steps load after a change', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '2');
    const steps = noReply('GET /api/transfer-instructions/{id}');
    await open(guide, api);
    await button('Change my address').click();
    await textbox(/XRP address/).fill(otherAddress);
    network.use(steps);
    await button('Save my address').click();
    await expect.element(text('Updating your steps…')).toBeVisible();
    await expect.element(text(address)).not.toBeInTheDocument();
    await expect.element(text('Stop: don’t send anything yet')).not.toBeInTheDocument();
    await expectAccessible();
    await expect.poll(steps.requestCount).toBe(1);
    steps.end();
    await expect.element(heading(/^Step 3 of 5/)).toHaveFocus();
    await expect.element(text(otherAddress)).toBeVisible();
  });

  test('is not shown, and the guide stops, if the server has replaced it', async () => {
    localStorage.setItem(`xrp-bridge:sent-address:${id}`, JSON.stringify(address));
    api.transfer.destinationAddress = otherAddress;
    await open(guide, api);
    await expect.element(text('Stop: don’t send anything yet')).toBeVisible();
    expect(document.body.innerHTML).not.toContain(otherAddress);
    expect(document.body.textContent).not.toContain(otherAddress);
    await expectAccessible();
    await textbox(/XRP address/).fill(address);
    await button('Save my address').click();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });
});
