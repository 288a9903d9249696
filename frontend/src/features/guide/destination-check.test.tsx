import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, text } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const checkPath = '/api/destination-check';

describe('the check of the address on the ledger', () => {
  test.each([
    ['new', 'not_funded', 'This address is correct. No wallet is on the XRP Ledger for it yet.'],
    ['ok', 'valid', 'This address is valid and ready to receive XRP.'],
  ] as const)(
    'shows the reason for the verdict %s at step 1, and one line at the step that pastes the address',
    async (verdict, code, reason) => {
      api.setDestination({ verdict, reasons: [{ code, text: reason }] });
      await openGuideAt(1, api);
      const checked = text(/^Checked on the XRP network (just now|\d+ seconds? ago)$/);
      await expectVisible(checked, text(reason));
      expect(api.called('GET', checkPath)[0]?.query).toEqual({ address, exchange: 'coinbase' });
      await expectAccessible();
      await button('Done, next step').click();
      await button('Done, next step').click();
      await expectVisible(button('Copy address'), checked);
      await expect.element(text(reason)).not.toBeInTheDocument();
    },
  );

  test.each([
    ['tag_required', 'tag_needed', 'Stop: this address needs a destination tag.'],
    ['exchange', 'exchange_known', 'Stop: this looks like an exchange’s address.'],
    ['blocked', 'black_hole', 'Stop: this address can’t receive your XRP.'],
    ['invalid', 'checksum', 'Stop: this isn’t an XRP address.'],
  ] as const)(
    'stops the guide for the verdict %s: the guide shows the reason and the action, and nothing to copy',
    async (verdict, code, title) => {
      api.setDestination({ verdict, firstAmountXrp: null, reasons: [{ code, text: 'The reason, and what to do.' }] });
      await openGuideAt(3, api);
      await expect.element(text(title)).toHaveAttribute('role', 'alert');
      await expect.element(text('The reason, and what to do.')).toBeVisible();
      await expect.element(button('Copy address')).not.toBeInTheDocument();
      await expect.element(text(/Paste this address/)).not.toBeInTheDocument();
      await expect.element(button('Done, next step')).not.toBeInTheDocument();
      await expectAccessible();
      // Earlier steps stay readable and show the reason. Later steps are blocked.
      await button('Back').click();
      await expect.element(heading(/^Step 2 of 5: Open/)).toHaveFocus();
      await expect.element(text('The reason, and what to do.')).toBeVisible();
      await button(api.instructions().steps[3]?.title ?? '').click();
      await expect.element(heading('Step 4 of 5: You can’t use this address')).toHaveFocus();
      await expect.element(text('The reason, and what to do.')).toBeVisible();
      await button('Change address or tag').click();
      await expect.element(heading('Change where your XRP goes')).toHaveFocus();
    },
  );

  test('shows a warning for the verdict “unknown”, and “Check again” repeats the check', async () => {
    const seen = api.destination;
    api.setDestination({
      verdict: 'unknown',
      reasons: [{ code: 'ledger_unavailable', text: 'Please check again in a minute.' }],
    });
    await openGuideAt(3, api);
    await expectVisible(text('Please wait before you send'), button('Copy address'));
    await expectAccessible();
    api.setDestination(seen);
    await button('Check again').click();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
  });

  test('shows that it failed, and can be repeated', async () => {
    const failing = refusal('GET /api/destination-check', 'service_unavailable');
    await openGuideAt(3, api, failing);
    await expect.element(text('We couldn’t check your address right now')).toBeVisible();
    await expectAccessible();
    failing.end();
    await button('Check again').click();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
  });

  test('shows a placeholder while it runs', async () => {
    await openGuideAt(3, api, noReply('GET /api/destination-check'));
    await expect.element(text('Checking your address on the XRP network…')).toBeInTheDocument();
    await expectAccessible();
  });

  test('shows that it runs again after a changed answer, with the previous verdict', async () => {
    const reason = 'This address is correct. No wallet is on the XRP Ledger for it yet.';
    api.setDestination({ verdict: 'new', reasons: [{ code: 'not_funded', text: reason }] });
    await openGuideAt(1, api);
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    const again = noReply('GET /api/destination-check');
    network.use(again);
    api.push({ sourceAmount: '4000' });
    await expectVisible(text('Checking on the XRP network…'), text(reason));
    await expectAccessible();
    again.end();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
  });

  test('runs again after a change of the tag', async () => {
    await openGuideAt(3, api);
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    api.push({ destinationTag: '7' });
    await expect.poll(() => api.called('GET', checkPath).at(-1)?.query?.tag).toBe('7');
  });
});

describe('an amount that is too small', () => {
  beforeEach(() => {
    api.push({ sourceAmount: '1' });
    api.setDestination({ reasons: [{ code: 'amount_too_small', text: '1 XRP is too little for a new wallet.' }] });
  });

  test.each([4, 5])(
    'blocks step %i until one button press replaces the amount with a sufficient one',
    async (number) => {
      await openGuideAt(number, api);
      await expect.element(text('1 XRP is too little')).toBeVisible();
      await expect.element(text(/enter 1 XRP/i)).not.toBeInTheDocument();
      await expect.element(button('I’ve completed the transfer')).not.toBeInTheDocument();
      expect(api.called('GET', checkPath)[0]?.query?.amount).toBe('1');
      await expectAccessible();
      api.setDestination({ reasons: [] });
      await button('Use 2 XRP').click();
      await expect.element(text('2 XRP')).toBeVisible();
      expect(api.bodies('PATCH', `/api/transfers/${id}`)).toEqual([{ sourceAmount: '2' }]);
      await expect.poll(() => api.called('GET', checkPath).at(-1)?.query?.amount).toBe('2');
    },
  );

  test('shows why the sufficient amount could not be saved', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '3');
    const refused = refusal('PATCH /api/transfers/{id}', 'transfer_closed', { detail: 'It is closed.' });
    await open(`/transfer/${id}`, api, refused);
    await button('Use 2 XRP').click();
    await expect.element(text('It is closed.')).toBeVisible();
    await expectAccessible();
  });
});

describe('the expected arrival', () => {
  // The dates are relative to now, so a fixed noon prevents failures around midnight.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12) }));
  async function openEstimate() {
    const screen = await openGuideAt(5, api);
    await text('When will my XRP arrive?').click();
    return screen;
  }

  const at = (days: number, hour: number) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    date.setHours(hour, 30, 0, 0);
    return date.toISOString();
  };

  test('within a day is shown with the earliest and the latest time', async () => {
    api.setDestination({ expectedArrival: { earliest: at(0, 8), latest: at(0, 9) } });
    await openEstimate();
    await expect.element(text('today, between 8:30 AM and 9:30 AM')).toBeVisible();
  });

  test('several days away is shown without a time of day', async () => {
    const latest = at(6, 9);
    api.setDestination({ expectedArrival: { earliest: at(0, 8), latest } });
    await openEstimate();
    const day = new Date(latest).toLocaleDateString('en-US', { weekday: 'long', day: 'numeric', month: 'long' });
    await expect.element(text(`from 8:30 AM today to ${day}`)).toBeVisible();
  });

  test('is refetched after each answer, shows whether the hold applies, and stores the answers', async () => {
    api.setDestination({
      expectedArrival: { earliest: at(0, 8), latest: at(1, 9) },
      reasons: [{ code: 'hold_possible', text: 'Coinbase may hold a new address.' }],
    });
    const screen = await openEstimate();
    await expectVisible('from 8:30 AM today to 9:30 AM tomorrow', 'May apply to you');
    api.setDestination({ reasons: [{ code: 'hold', text: 'Coinbase holds a new address.' }] });
    const isNew = screen.getByRole('group', { name: 'Is this address new at Coinbase?' });
    await isNew.getByText('Yes').click();
    await expect.element(text('Applies to you')).toBeVisible();
    await expectAccessible();
    await screen
      .getByRole('group', { name: 'Did you change your password at Coinbase this week?' })
      .getByText('No')
      .click();
    await expect
      .poll(() => api.called('GET', checkPath).at(-1)?.query)
      .toEqual({ address, exchange: 'coinbase', newAddress: 'true', passwordChanged: 'false' });
    await screen.unmount();
    const again = await openEstimate();
    await expect
      .element(
        again.getByRole('group', { name: 'Is this address new at Coinbase?' }).getByRole('radio', { name: 'Yes' }),
      )
      .toBeChecked();
    await again.getByRole('group', { name: 'Is this address new at Coinbase?' }).getByText('Not sure').click();
    await expect.poll(() => api.called('GET', checkPath).at(-1)?.query?.newAddress).toBeUndefined();
  });

  test.each([1, 2, 3, 4])('is not shown at step %i', async (number) => {
    await openGuideAt(number, api);
    expect(text('When will my XRP arrive?').elements()).toEqual([]);
  });
});
