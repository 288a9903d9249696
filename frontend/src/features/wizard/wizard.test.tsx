import { spec } from '@xrp-bridge/contracts/testing';
import type { RequestHandler } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';
import { emptyDraft } from './wizard.ts';

const advanceMs = 1_500;
const path = { ...emptyDraft, exchange: 'kraken', wallet: 'ledger' };
const addressed = { ...path, xrpAddress: address };
const complete = { ...addressed, amount: '25' };
const xAddress = 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6M73CmNAFqmojNgtaFV';

const headings = [
  'Choose your exchange and your wallet',
  'Find your address in Ledger',
  'Paste your XRP address',
  'How much XRP do you want to move?',
  'Is everything right?',
] as const;

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keep = (draft: object) => localStorage.setItem('xrp-bridge:wizard', JSON.stringify(draft));
const kept = () => JSON.parse(localStorage.getItem('xrp-bridge:wizard') ?? 'null');

type Opened = Awaited<ReturnType<typeof open>>;
const headingOf = (screen: Opened, step: number) =>
  screen.getByRole('heading', { level: 1, name: `Step ${step} of 5: ${headings[step - 1]}` });
const goOn = (screen: Opened) => screen.getByRole('button', { name: /^(Continue|I have my address)/ }).click();
const addressField = (screen: Opened) => screen.getByRole('textbox', { name: 'Your Ledger XRP address' });
const amountField = (screen: Opened) => screen.getByRole('textbox', { name: 'Amount of XRP' });

async function openAt(step: number, draft: object, ...handlers: RequestHandler[]) {
  keep(draft);
  const screen = await open(step === 1 ? '/start' : `/start?step=${step}`, api, ...handlers);
  await expect.element(headingOf(screen, step)).toBeVisible();
  return screen;
}

describe('step by step', () => {
  test(`${spec('2.1a', '5.13')} from the exchange to the checkout, with the focus on each heading and its name in the tab`, async () => {
    const screen = await open('/start', api);
    await expect.element(headingOf(screen, 1)).toBeVisible();
    await expectAccessible();
    await screen.getByText('Kraken', { exact: true }).click();
    expect(screen.getByText('Nice work!').elements()).toEqual([]);
    await screen.getByText('Ledger', { exact: true }).click();
    await expect.element(screen.getByText('Nice work!')).toBeVisible();
    await goOn(screen);

    await expect.element(headingOf(screen, 2)).toHaveFocus();
    expect(screen.path()).toBe('/start?step=2');
    expect(document.title).toBe('Step 2 of 5: Find your address in Ledger · XRP Bridge');
    await expect.element(screen.getByText('Good to know')).toBeVisible();
    await expectAccessible();
    await goOn(screen);

    await expect.element(headingOf(screen, 3)).toHaveFocus();
    await expect.element(screen.getByRole('status').filter({ hasText: 'You got it!' })).toBeInTheDocument();
    await expectAccessible();
    await addressField(screen).fill(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    await expectAccessible();
    await goOn(screen);

    await expect.element(headingOf(screen, 4)).toHaveFocus();
    await amountField(screen).fill('25');
    await expect.element(screen.getByText('Nice. Final step coming up.')).toBeVisible();
    await expectAccessible();
    await goOn(screen);

    await expect.element(headingOf(screen, 5)).toHaveFocus();
    expect(document.title).toBe('Step 5 of 5: Is everything right? · XRP Bridge');
    await expect.element(screen.getByRole('status').filter({ hasText: 'Crushing it' })).toBeInTheDocument();
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('25 XRP', { exact: true })).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toEqual({
      fromExchange: 'kraken',
      toWallet: 'ledger',
      destinationAddress: address,
      sourceAmount: '25',
      serviceFee: '4.00',
    });
    expect(kept()).toBeNull();
  });

  test('by keyboard alone, as well', async () => {
    const screen = await open('/start', api);
    await expect.element(headingOf(screen, 1)).toBeVisible();
    (screen.getByRole('radio', { name: /Kraken/ }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(screen.getByRole('radio', { name: /Kraken/ })).toBeChecked();
    (screen.getByRole('radio', { name: /Ledger/ }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(screen.getByRole('radio', { name: /Ledger/ })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect.element(headingOf(screen, 2)).toHaveFocus();
  });

  test(`${spec('2.1b')} whoever has something else goes on where there is more, with what was chosen`, async () => {
    const screen = await openAt(1, { ...emptyDraft, wallet: 'exodus' });
    expect(screen.getByRole('radio').elements()).toHaveLength(6);
    await screen.getByRole('link', { name: 'Mine is not listed (all exchanges)' }).click();
    await expect.poll(screen.path).toBe('/transfer?to=exodus');
    await expect.element(screen.getByRole('radio', { name: /Exodus/ })).toBeChecked();
  });

  test('whoever wants company to the end goes on in the main flow, with what was chosen', async () => {
    const screen = await openAt(1, { ...emptyDraft, wallet: 'exodus' });
    await screen.getByRole('link', { name: 'Go through it with us' }).click();
    await expect.poll(screen.path).toBe('/transfer-flow?to=exodus&view=select');
    await expect.element(screen.getByRole('radio', { name: /Exodus/ })).toBeChecked();
  });

  test(`${spec('2.1c')} whoever knows the wallet need not read how`, async () => {
    const screen = await openAt(2, path);
    await screen.getByRole('button', { name: 'I know where it is' }).click();
    await expect.element(headingOf(screen, 3)).toHaveFocus();
  });

  test('whoever has no address yet goes on without', async () => {
    const screen = await openAt(3, path);
    await screen.getByRole('link', { name: 'I don’t have it yet' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Confirm your transfer path' })).toBeVisible();
    expect(screen.path()).toBe('/?from=kraken&to=ledger&view=confirm');
  });

  test('what is missing is said above the questions', async () => {
    const screen = await openAt(1, { ...emptyDraft, exchange: 'kraken' });
    await goOn(screen);
    await screen.getByRole('link', { name: 'Please choose the wallet your XRP should go to.' }).click();
    await expect.element(screen.getByRole('radio', { name: /Trust Wallet/ })).toHaveFocus();
  });
});

describe('going on by itself', () => {
  beforeEach(() => {
    const real = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('reduced-motion') ? ({ matches: false } as MediaQueryList) : real.call(window, query),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  /** The time passes until the next step is there: it begins to count a moment after the answer is seen. */
  const expectNext = (heading: Locator) =>
    expect
      .poll(() => {
        vi.advanceTimersByTime(advanceMs);
        return heading.query() === document.activeElement;
      })
      .toBe(true);

  test(`${spec('4.2')} a pair that was pressed is praised, and goes on after 1.5 seconds`, async () => {
    const screen = await open('/start', api);
    await screen.getByText('Kraken', { exact: true }).click();
    await screen.getByText('Ledger', { exact: true }).click();
    await expect.element(screen.getByText('Nice work!')).toBeVisible();
    vi.advanceTimersByTime(advanceMs - 1);
    await expect.element(headingOf(screen, 1)).toBeVisible();
    await expectNext(headingOf(screen, 2));
  });

  test(`${spec('2.1d')} a complete address that nobody changes goes on; a typed amount waits for Continue`, async () => {
    const screen = await openAt(3, path);
    await addressField(screen).fill(address);
    await expect.element(screen.getByText('Good job! This is a valid XRP address.')).toBeVisible();
    await expect.poll(kept).toEqual(addressed);
    await expectNext(headingOf(screen, 4));
    await amountField(screen).click();
    await userEvent.keyboard('25');
    await expect.poll(kept).toEqual(complete);
    vi.advanceTimersByTime(advanceMs);
    await expect.element(headingOf(screen, 4)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(headingOf(screen, 5)).toHaveFocus();
  });

  test('what is not right stays, however it came', async () => {
    const screen = await openAt(4, addressed);
    await amountField(screen).click();
    await userEvent.keyboard('0');
    await headingOf(screen, 4).click();
    await expect.element(screen.getByText('Enter an amount above 0.')).toBeVisible();
    vi.advanceTimersByTime(advanceMs);
    await expect.element(headingOf(screen, 4)).toBeVisible();
  });
});

describe('the address', () => {
  test.each([
    [
      `${address.slice(0, -1)}M`,
      /That doesn’t look right. Try again. One or more characters of this address are wrong/,
    ],
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', /address of Ethereum/],
    ['rLHzPsX6oXkzU2qL12kHCH8G8cnZv1rBJh', /belongs to Kraken, not to your own wallet/],
    ['', /^Paste the XRP address of your wallet/],
  ])(`${spec('5.3')} %s is refused with the reason on top, and not kept`, async (value, reason) => {
    await page.viewport(360, 740);
    const screen = await openAt(3, path);
    await addressField(screen).fill(value);
    await goOn(screen);
    await expect.element(screen.getByRole('alert').getByRole('link', { name: reason })).toBeVisible();
    await expectSummaryAbove(addressField(screen));
    await expectAccessible();
    expect(kept()).toEqual(path);
    await page.viewport(768, 900);
  });

  test(`${spec('5.3')} with spaces around it is trimmed; as an X-address it is taken apart`, async () => {
    const screen = await openAt(3, { ...path, amount: '25' });
    await addressField(screen).fill(`  ${xAddress} `);
    await expect.element(screen.getByText(/It carries the tag 123456\.$/)).toBeVisible();
    await goOn(screen);
    await goOn(screen);
    await expect.element(headingOf(screen, 5)).toBeVisible();
    expect(kept().xrpAddress).toBe(xAddress);
    await expect.element(screen.getByText(address, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('123456', { exact: true })).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect
      .poll(() => api.called('POST', '/api/transfers')[0]?.body)
      .toMatchObject({ destinationAddress: address, destinationTag: '123456' });
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('a secret is taken out, never kept and never sent', async () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    const screen = await openAt(3, addressed);
    await expect.element(addressField(screen)).toHaveValue(address);
    await addressField(screen).fill('sn259rEFXrQrWyx3Q7XneWcwV6dfL');
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(addressField(screen)).toHaveValue('');
    await expectAccessible();
    expect(JSON.stringify(written.mock.calls)).not.toContain('sn259rEF');
    expect(JSON.stringify(api.calls)).not.toContain('sn259rEF');
  });

  test('goes with the wallet that it belongs to', async () => {
    const screen = await openAt(1, complete);
    await screen.getByText('Exodus', { exact: true }).click();
    await goOn(screen);
    await screen.getByRole('button', { name: 'I have my address' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Your Exodus XRP address' })).toHaveValue('');
  });
});

test.each([
  ['0', 'Enter an amount above 0.'],
  ['-5', 'The amount cannot be less than 0.'],
  ['much', 'Enter the amount in digits, like 25 or 25.5.'],
  ['', 'Enter how much XRP you want to move.'],
])('the amount “%s” does not go on', async (value, reason) => {
  const screen = await openAt(4, addressed);
  await amountField(screen).fill(value);
  await goOn(screen);
  await screen.getByRole('alert').getByRole('link', { name: reason }).click();
  await expect.element(amountField(screen)).toHaveFocus();
  await expectAccessible();
  expect(screen.path()).toBe('/start?step=4');
  expect(kept()).toEqual(addressed);
});

describe('going back', () => {
  test('by the button and by the browser, with every answer', async () => {
    const screen = await openAt(1, complete);
    for (const step of [1, 2, 3, 4]) {
      await expect.element(headingOf(screen, step)).toBeVisible();
      await goOn(screen);
    }
    await expect.element(headingOf(screen, 5)).toHaveFocus();
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(headingOf(screen, 4)).toHaveFocus();
    await expect.element(amountField(screen)).toHaveValue('25');
    await screen.back();
    await expect.element(headingOf(screen, 3)).toHaveFocus();
    await expect.element(addressField(screen)).toHaveValue(address);
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(headingOf(screen, 2)).toHaveFocus();
    await screen.back();
    await expect.element(headingOf(screen, 1)).toHaveFocus();
    await expect.element(screen.getByRole('radio', { name: /Ledger/ })).toBeChecked();
  });

  test('whoever came by a link goes to the step before', async () => {
    const screen = await openAt(4, complete);
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(headingOf(screen, 3)).toBeVisible();
    expect(screen.path()).toBe('/start?step=3');
  });

  test.each([
    ['exchange', 'from', 1],
    ['wallet', 'to', 1],
    ['address', 'address', 3],
    ['amount', 'amount', 4],
  ])('the summary leads to the %s', async (_, name, step) => {
    const screen = await openAt(5, complete);
    await screen.getByRole('button', { name: `Change ${name}` }).click();
    await expect.element(headingOf(screen, step)).toHaveFocus();
    await screen.back();
    await expect.element(headingOf(screen, 5)).toBeVisible();
  });
});

describe('what was kept', () => {
  test.each([
    [5, emptyDraft, 1],
    [5, path, 3],
    [5, addressed, 4],
    [9, complete, 1],
  ])('asked for step %i with %o, step %i is shown', async (asked, draft, shown) => {
    keep(draft);
    const screen = await open(`/start?step=${asked}`, api);
    await expect.element(headingOf(screen, shown)).toBeVisible();
  });

  test.each([
    ['an address that is wrong', { ...complete, xrpAddress: 'rWrong' }, 3],
    ['a secret', { ...complete, xrpAddress: 'sn259rEFXrQrWyx3Q7XneWcwV6dfL' }, 3],
    ['an amount that is wrong', { ...complete, amount: '-1' }, 4],
    ['nothing right', { ...complete, xrpAddress: 'rWrong', amount: '1e9' }, 3],
  ])('%s is asked for again', async (_, draft, shown) => {
    keep(draft);
    const screen = await open('/start?step=5', api);
    await expect.element(headingOf(screen, shown)).toBeVisible();
    await expect.element(screen.getByRole('textbox')).toHaveValue('');
    expect(JSON.stringify(kept())).not.toMatch(/rWrong|sn259|-1|1e9/);
  });

  test('another tab that answers is followed, and one that starts over, too', async () => {
    const screen = await openAt(4, addressed);
    keep({ ...complete, amount: '70' });
    dispatchEvent(new StorageEvent('storage'));
    await expect.element(amountField(screen)).toHaveValue('70');
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage'));
    await expect.element(headingOf(screen, 1)).toBeVisible();
    await expect.poll(screen.path).toBe('/start');
  });

  test('Start over forgets all of it', async () => {
    const screen = await openAt(4, complete);
    await screen.getByRole('button', { name: 'Start over' }).click();
    await expect.element(headingOf(screen, 1)).toHaveFocus();
    expect(screen.getByRole('radio', { checked: true }).elements()).toEqual([]);
    expect(kept()).toBeNull();
  });
});

describe('the summary', () => {
  test(`${spec('2.1e')} with the concierge on offer has both prices, none chosen, and charges what its button names`, async () => {
    api.config = { ...api.config, conciergeOffered: true };
    const screen = await openAt(5, complete);
    await screen.getByRole('button', { name: 'Choose one to continue' }).click();
    await expectSummaryAbove(screen.getByText(address, { exact: true }));
    await expectAccessible();
    await screen.getByRole('radio', { name: /^Guide \$4\.00/ }).click();
    await expect.element(screen.getByRole('button', { name: 'Pay $4.00 to continue' })).toBeVisible();
    await screen.getByRole('radio', { name: /^Guide with concierge \$17\.76/ }).click();
    await screen.getByRole('button', { name: 'Pay $17.76 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
    expect(api.called('POST', '/api/transfers')[0]?.body).toMatchObject({ serviceFee: '17.76' });
  });

  test(`${spec('8.3')} that could not be ordered says so on top, loses nothing, and can be tried again`, async () => {
    const screen = await openAt(5, complete, refusal('POST /api/transfers', 'internal', { once: true }));
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    const summary = screen.getByRole('alert');
    await expect.element(summary.getByText(/Nothing was charged/)).toBeVisible();
    await expect.element(page.getByText('Error', { exact: true })).toBeVisible();
    const said = 'Failed to create transfer. Please try again.';
    await expect.element(page.getByText(said, { exact: true }).last()).toBeVisible();
    await expectSummaryAbove(screen.getByText(address, { exact: true }));
    // No praise beside it.
    expect(screen.getByText('Crushing it', { exact: true }).elements()).toHaveLength(1);
    await expectAccessible();
    expect(kept()).toEqual(complete);
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.poll(screen.path).toBe(`/checkout?transfer=${id}`);
  });

  test('says what the server refuses, where no field stands to lead to', async () => {
    const errors = [{ field: 'sourceAmount', message: 'That is too much.' }];
    const screen = await openAt(5, complete, refusal('POST /api/transfers', 'invalid_input', { errors }));
    await screen.getByRole('button', { name: 'Pay $4.00 to continue' }).click();
    await expect.element(screen.getByRole('alert').getByText('That is too much.')).toBeVisible();
    expect(screen.getByRole('alert').getByRole('link').elements()).toEqual([]);
  });
});

test('a transfer that waits comes first', async () => {
  const open_ = { id, paid: false, fromExchange: 'coinbase', toWallet: 'xumm' };
  localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(open_));
  const screen = await open('/start', api);
  await expect.element(screen.getByRole('heading', { name: 'You already have a transfer that waits' })).toBeVisible();
  await screen.getByRole('button', { name: 'Start another' }).click();
  await expect.element(headingOf(screen, 1)).toBeVisible();
});

test.each([360, 768])(
  `${spec('2.1f')} help explains the words, and lies over neither field nor button at %i px`,
  async (width) => {
    await page.viewport(width, 740);
    const screen = await openAt(3, path);
    const row = screen.getByText('What do these words mean?');
    await row.click();
    const words = ['XRP address', 'Destination tag', 'An address that does not work'].map((word) =>
      screen.getByText(word, { exact: true }),
    );
    for (const word of words) await expect.element(word).toBeVisible();
    await expectAccessible();
    const places = [addressField(screen), ...words, screen.getByRole('button', { name: 'Continue' })];
    const tops = places.map((place) => place.element().getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await row.click();
    for (const word of words) await expect.element(word).not.toBeVisible();
    await page.viewport(768, 900);
  },
);
