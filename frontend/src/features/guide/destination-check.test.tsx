import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { expectAccessible, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const checkPath = '/api/destination-check';

/** Opens the guide at a step, counted from 1. */
async function openAt(number: number, ...handlers: Parameters<typeof http.get>[1][]) {
  localStorage.setItem(`xrp-bridge:step:${id}`, String(number - 1));
  const screen = await open(`/transfer/${id}`, api, ...handlers.map((handler) => http.get(checkPath, handler)));
  await expect.element(screen.getByRole('heading', { name: new RegExp(`^Step ${number} of 5`) })).toBeVisible();
  return screen;
}

describe('what the ledger says about the address', () => {
  test.each([
    ['new', 'not_funded', 'This address is correct. No wallet is on the XRP Ledger for it yet.'],
    ['ok', 'valid', 'This address is correct, and its wallet is on the XRP Ledger.'],
  ] as const)(
    '%s is fine: why is told where it is compared, and where it is pasted in a line',
    async (verdict, code, text) => {
      api.find({ verdict, reasons: [{ code, text }] });
      const screen = await openAt(1);
      const checked = screen.getByText(/^Checked on the XRP Ledger (just now|\d+ seconds? ago)$/);
      await expect.element(checked).toBeVisible();
      await expect.element(screen.getByText(text)).toBeVisible();
      expect(api.called('GET', checkPath)[0]?.query).toEqual({ address, exchange: 'coinbase' });
      await expectAccessible();
      await screen.getByRole('button', { name: 'Done, next step' }).click();
      await screen.getByRole('button', { name: 'Done, next step' }).click();
      await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible();
      await expect.element(checked).toBeVisible();
      await expect.element(screen.getByText(text)).not.toBeInTheDocument();
    },
  );

  test.each([
    ['tag_required', 'tag_needed', 'Stop: this address asks for a destination tag.'],
    ['exchange', 'exchange_known', 'Stop: this looks like an exchange’s address.'],
    ['blocked', 'black_hole', 'Stop: this address cannot take your XRP.'],
    ['invalid', 'checksum', 'Stop: this is not an XRP address.'],
  ] as const)('%s stops: why, what to do, and nothing to copy', async (verdict, code, title) => {
    api.find({ verdict, firstAmountXrp: null, reasons: [{ code, text: 'The reason, and what to do.' }] });
    const screen = await openAt(3);
    await expect.element(screen.getByText(title, { exact: true })).toHaveAttribute('role', 'alert');
    await expect.element(screen.getByText('The reason, and what to do.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy address' })).not.toBeInTheDocument();
    await expect.element(screen.getByText(/Paste this address/)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument();
    await expectAccessible();
    // It goes along to every step: those before are still there to be read, those after it wait.
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 2 of 5: Open/ })).toHaveFocus();
    await expect.element(screen.getByText('The reason, and what to do.')).toBeVisible();
    await screen.getByRole('button', { name: api.instructions().steps[3]?.title ?? '' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Step 4 of 5: Not with this address' })).toHaveFocus();
    await expect.element(screen.getByText('The reason, and what to do.')).toBeVisible();
    await screen.getByRole('button', { name: 'Change address or tag' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Change where your XRP goes' })).toHaveFocus();
  });

  test('unknown: the ledger cannot be seen, and Check again asks once more', async () => {
    const seen = api.destination;
    api.find({
      verdict: 'unknown',
      reasons: [{ code: 'ledger_unavailable', text: 'Please check again in a minute.' }],
    });
    const screen = await openAt(3);
    await expect.element(screen.getByText('Please wait before you send', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible();
    await expectAccessible();
    api.find(seen);
    await screen.getByRole('button', { name: 'Check again' }).click();
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
  });

  test('a check that fails says so, and can be tried again', async () => {
    let calls = 0;
    const screen = await openAt(3, () => {
      calls += 1;
      return calls === 1 ? problem('service_unavailable') : HttpResponse.json(api.destination);
    });
    await expect.element(screen.getByText('We could not check your address just now')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Check again' }).click();
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
  });

  test('while it is being checked there is a place for it', async () => {
    const screen = await openAt(3, () => new Promise<never>(() => {}));
    await expect.element(screen.getByText('Checking your address on the XRP Ledger…')).toBeInTheDocument();
    await expectAccessible();
  });

  test('a changed address is checked again', async () => {
    const screen = await openAt(3);
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    api.push({ destinationTag: '7' });
    await expect.poll(() => api.called('GET', checkPath).at(-1)?.query?.tag).toBe('7');
  });
});

describe('an amount that is too small', () => {
  beforeEach(() => {
    api.push({ sourceAmount: '1' });
    api.find({ reasons: [{ code: 'amount_too_small', text: '1 XRP is too little for a new wallet.' }] });
  });

  test.each([4, 5])('stops step %i, and one press takes the right one over', async (number) => {
    const screen = await openAt(number);
    await expect.element(screen.getByText('1 XRP is too little', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/enter 1 XRP/i)).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'I’ve completed the transfer' })).not.toBeInTheDocument();
    expect(api.called('GET', checkPath)[0]?.query?.amount).toBe('1');
    await expectAccessible();
    api.find({ reasons: [] });
    await screen.getByRole('button', { name: 'Use 2 XRP' }).click();
    await expect.element(screen.getByText('2 XRP', { exact: true })).toBeVisible();
    expect(api.called('PATCH', `/api/transfers/${id}`).map(({ body }) => body)).toEqual([{ sourceAmount: '2' }]);
    await expect.poll(() => api.called('GET', checkPath).at(-1)?.query?.amount).toBe('2');
  });

  test('that cannot be saved says why', async () => {
    localStorage.setItem(`xrp-bridge:step:${id}`, '3');
    const refused = refusal('PATCH /api/transfers/{id}', 'transfer_closed', { detail: 'It is closed.' });
    const screen = await open(`/transfer/${id}`, api, refused);
    await screen.getByRole('button', { name: 'Use 2 XRP' }).click();
    await expect.element(screen.getByText('It is closed.')).toBeVisible();
    await expectAccessible();
  });
});

describe('when it will arrive', () => {
  // Days are counted from now, and no test may run over midnight.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12) }));
  afterEach(() => void vi.useRealTimers());

  async function openEstimate() {
    const screen = await openAt(5);
    await screen.getByText('When will it arrive?').click();
    return screen;
  }

  const at = (days: number, hour: number) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    date.setHours(hour, 30, 0, 0);
    return date.toISOString();
  };

  test('within a day', async () => {
    api.find({ expectedArrival: { earliest: at(0, 8), latest: at(0, 9) } });
    const screen = await openEstimate();
    await expect.element(screen.getByText('today, between 08:30 and 09:30')).toBeVisible();
  });

  test('days away, nobody knows it to the minute', async () => {
    const latest = at(6, 9);
    api.find({ expectedArrival: { earliest: at(0, 8), latest } });
    const screen = await openEstimate();
    const day = new Date(latest).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
    await expect.element(screen.getByText(`from 08:30 today to ${day}`, { exact: true })).toBeVisible();
  });

  test('each answer asks again, shows its hold, and is remembered', async () => {
    api.find({
      expectedArrival: { earliest: at(0, 8), latest: at(1, 9) },
      reasons: [{ code: 'hold_possible', text: 'Coinbase may hold a new address.' }],
    });
    const screen = await openEstimate();
    await expect.element(screen.getByText('from 08:30 today to 09:30 tomorrow')).toBeVisible();
    await expect.element(screen.getByText('May apply')).toBeVisible();
    api.find({ reasons: [{ code: 'hold', text: 'Coinbase holds a new address.' }] });
    const isNew = screen.getByRole('group', { name: 'Is this address new at Coinbase?' });
    await isNew.getByText('Yes').click();
    await expect.element(screen.getByText('Applies to you')).toBeVisible();
    await expectAccessible();
    await screen
      .getByRole('group', { name: 'Did you change your password there this week?' })
      .getByText('No', { exact: true })
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

  test.each([1, 2, 3, 4])('is no matter of step %i', async (number) => {
    const screen = await openAt(number);
    expect(screen.getByText('When will it arrive?').elements()).toEqual([]);
  });
});
