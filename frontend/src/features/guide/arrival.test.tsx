import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi, problem } from '../../../test/fake-api.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, expectSummaryAbove, open } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address, sourceAmount: '5000' });
});
afterEach(() => vi.restoreAllMocks());

const otherHash = 'A'.repeat(64);
const at = '2026-11-20T12:00:00.000Z';
const testArrival = { hash, deliveredXrp: '2', ledgerIndex: 9, at };
const more = { hash: otherHash, deliveredXrp: '2000', ledgerIndex: 12, at };
const confirmPath = `/api/transfers/${id}/confirm-arrival`;

type OpenPage = Awaited<ReturnType<typeof open>>;

const step = (screen: OpenPage) => screen.getByRole('heading', { name: /^Step \d of 5/ });
const arrival = (screen: OpenPage) => screen.getByRole('heading', { name: 'Your test has arrived' });
const sendRest = (screen: OpenPage) => screen.getByRole('button', { name: /^Send the rest/ });

/** The window of a phone at the last step, where people wait. */
async function openAtSend() {
  localStorage.setItem(`xrp-bridge:step:${id}`, '4');
  const screen = await open(`/transfer/${id}`, api);
  await expect.element(screen.getByRole('heading', { name: /^Step 5 of 5/ })).toBeVisible();
  return screen;
}

describe('an arrival', () => {
  test('takes the place of the step, with the focus, the tab’s name and one way on', async () => {
    const screen = await openAtSend();
    await expect.element(screen.getByText('Watching the XRP Ledger')).toBeVisible();
    const asked = api.called('GET', '/api/destination-check').length;
    api.push({ arrivals: [testArrival] });
    await expect.element(arrival(screen)).toHaveFocus();
    await expect.element(arrival(screen)).toBeInViewport();
    expect(document.title).toMatch(/^Your test has arrived/);
    await expect.element(screen.getByText('2 XRP has arrived on the XRP Ledger.')).toHaveRole('status');
    await expect.element(step(screen)).not.toBeInTheDocument();
    // The wallet is not what it was: it is looked at again.
    await expect.poll(() => api.called('GET', '/api/destination-check').length).toBeGreaterThan(asked);
    await expect.element(screen.getByRole('button', { name: 'Send the rest: 4,998 XRP' })).toBeVisible();
    await expectAccessible();
  });

  test('going on leads to the form, and every step then says the rest', async () => {
    const screen = await openAtSend();
    api.push({ arrivals: [testArrival] });
    await screen.getByRole('button', { name: 'Send the rest: 4,998 XRP' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 2 of 5/ })).toHaveFocus();
    expect(document.title).not.toMatch(/has arrived/);
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    await expect.element(screen.getByText('Now enter 4,998 XRP. It is the rest.')).toBeVisible();
    await expect.element(screen.getByText('Now enter 2 XRP', { exact: false })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Done, next step' }).click();
    await expect.element(screen.getByText('4,998 XRP', { exact: true })).toBeVisible();
  });

  test('is acknowledged for good, and stays to be read in its row', async () => {
    const screen = await openAtSend();
    api.push({ arrivals: [testArrival] });
    await sendRest(screen).click();
    await screen.unmount();
    const again = await open(`/transfer/${id}`, api);
    await expect.element(again.getByRole('heading', { name: /^Step 2 of 5/ })).toBeVisible();
    await again.getByText('What has arrived', { exact: true }).click();
    await expect.element(again.getByText(hash, { exact: true })).toBeVisible();
    // The next one is news again.
    api.push({ arrivals: [testArrival, more] });
    await expect.element(again.getByRole('heading', { name: '2,002 XRP has arrived' })).toHaveFocus();
    await expect.element(again.getByRole('button', { name: 'Send the rest: 2,998 XRP' })).toBeVisible();
  });

  test('at the address before a change counts for nothing: the test is asked for again', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(sendRest(screen)).toBeVisible();
    localStorage.setItem(`xrp-bridge:step:${id}`, '3');
    api.push({ destinationAddress: otherAddress, addressChangedAt: '2026-11-20T12:30:00.000Z' });
    await screen.unmount();
    const again = await open(`/transfer/${id}`, api);
    await expect.element(again.getByText('Now enter 2 XRP. It is the test; the rest comes after.')).toBeVisible();
    await expect.element(again.getByRole('button', { name: 'Send all at once instead' })).toBeVisible();
    await expect.element(arrival(again)).not.toBeInTheDocument();
    expect(document.title).not.toMatch(/has arrived/);
    // What came stays to be read; the next test is news of its own.
    await again.getByText('What has arrived', { exact: true }).click();
    await expect.element(again.getByText(hash, { exact: true })).toBeVisible();
    api.push({ arrivals: [testArrival, { ...more, deliveredXrp: '2', at: '2026-11-20T13:00:00.000Z' }] });
    await expect.element(arrival(again)).toHaveFocus();
    await expect.element(again.getByText('We saw 2 XRP on the XRP Ledger.', { exact: false })).toBeVisible();
    await expect.element(again.getByRole('button', { name: 'Send the rest: 4,996 XRP' })).toBeVisible();
  });

  test('of nearly all is no test, and whoever sends no more can say so', async () => {
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '4000' }] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByRole('heading', { name: '4,000 XRP has arrived' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Send the rest: 1,000 XRP' })).toBeVisible();
    await screen.getByRole('button', { name: 'I’ve completed the transfer' }).click();
    await screen.getByRole('button', { name: 'Yes, it has arrived' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
  });

  test('that came while the page was closed waits for the person', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(arrival(screen)).toBeVisible();
    await expect.element(step(screen)).not.toBeInTheDocument();
  });

  test('shows its proof: amount, time, hash and three explorers', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await screen.getByText('See the proof on the XRP Ledger').click();
    await expect.element(screen.getByText(hash, { exact: true }).first()).toBeVisible();
    for (const [name, href] of [
      ['XRPL Explorer', `https://livenet.xrpl.org/transactions/${hash}`],
      ['XRPSCAN', `https://xrpscan.com/tx/${hash}`],
      ['Bithomp', `https://bithomp.com/explorer/${hash}`],
    ] as const) {
      await expect
        .element(screen.getByRole('link', { name: new RegExp(`^See it on ${name}`) }))
        .toHaveAttribute('href', href);
    }
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: /^Copy hash/ }).click();
    await expect.poll(() => written.mock.lastCall).toEqual([hash]);
  });

  test('waits for whoever is typing, and is told meanwhile', async () => {
    const screen = await openAtSend();
    await screen.getByText('Where is my payment?').click();
    const field = screen.getByRole('textbox', { name: 'Transaction hash' });
    await field.fill('E3FE');
    api.push({ arrivals: [testArrival] });
    await expect.element(screen.getByText('2 XRP has arrived on the XRP Ledger.')).toBeInTheDocument();
    await expect.poll(() => document.title).toMatch(/^Your test has arrived/);
    await expect.element(field).toHaveFocus();
    await expect.element(step(screen)).toBeVisible();
    (field.element() as HTMLInputElement).blur();
    await expect.element(arrival(screen)).toHaveFocus();
  });

  test('that ends the transfer takes the focus from nobody who asks the assistant', async () => {
    const screen = await openAtSend();
    await screen.getByRole('main').getByRole('button', { name: 'Ask the assistant' }).click();
    const field = screen.getByRole('textbox', { name: 'Your question' });
    await field.fill('When does');
    api.push({ status: 'completed', arrivals: [testArrival] });
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  test.each([true, false])('is spoken only with the voice on: %s', async (on) => {
    localStorage.setItem('voiceOn', String(on));
    const spoken = vi.spyOn(speechSynthesis, 'speak').mockImplementation(() => {});
    const screen = await openAtSend();
    api.push({ arrivals: [testArrival] });
    await expect.element(arrival(screen)).toBeVisible();
    expect(spoken.mock.calls.map(([words]) => words.text)).toEqual(on ? ['Your test has arrived'] : []);
  });

  test('names no old amount while the new one is on its way', async () => {
    const slowly = http.get('/api/transfer-instructions/:id', () =>
      api.transfer.arrivals.length > 0 ? new Promise<never>(() => {}) : undefined,
    );
    const screen = await open(`/transfer/${id}`, api, slowly);
    await expect.element(step(screen)).toBeVisible();
    api.push({ arrivals: [testArrival] });
    await expect.element(arrival(screen)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'One moment…' })).toBeVisible();
    await expect.element(sendRest(screen)).not.toBeInTheDocument();
  });

  test('at an address that nothing should be sent to offers no rest', async () => {
    const screen = await openAtSend();
    api.find({
      verdict: 'blocked',
      firstAmountXrp: null,
      reasons: [{ code: 'black_hole', text: 'It is a black hole.' }],
    });
    api.push({ arrivals: [testArrival] });
    await expect.element(screen.getByText('Please send nothing more just now.', { exact: false })).toBeVisible();
    await expect.element(screen.getByText('It is a black hole.')).toBeVisible();
    await expect.element(sendRest(screen)).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('of the whole amount: the ledger completes it, and what arrived stays in its row', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(arrival(screen)).toBeVisible();
    await expect.element(screen.getByRole('img', { name: /^From Coinbase to Xaman: 50 percent/ })).toBeVisible();
    const rest = { hash: otherHash, deliveredXrp: '4997.9', ledgerIndex: 12, at };
    api.push({ status: 'completed', arrivals: [testArrival, rest] });
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toHaveFocus();
    expect(document.title).toMatch(/^Your XRP is home/);
    await expect.element(screen.getByRole('img', { name: /100 percent/ })).toBeVisible();
    await expect.element(screen.getByText(/We saw 4,999\.9 XRP arrive on the XRP Ledger\./)).toBeVisible();
    await screen.getByText('What has arrived', { exact: true }).click();
    await expect.element(screen.getByText(otherHash, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Watching the XRP Ledger')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('is not awaited while there is no address', async () => {
    api.push({ destinationAddress: 'pending' });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByRole('button', { name: 'Save my address' })).toBeVisible();
    await expect.element(screen.getByText('Watching the XRP Ledger')).not.toBeInTheDocument();
    expect(api.called('GET', '/api/destination-check').map(({ query }) => query?.address)).not.toContain('pending');
  });
});

describe('an arrival of which nobody said how much is to come', () => {
  beforeEach(() => api.push({ sourceAmount: '0' }));

  const answers = (screen: Awaited<ReturnType<typeof open>>) =>
    screen
      .getByRole('button', { name: /^(Yes, this was everything|No, there is more to come)$/ })
      .elements()
      .map((button) => button.textContent);

  test('asks whether this was everything: yes ends the guide', async () => {
    const screen = await openAtSend();
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    const heading = screen.getByRole('heading', { name: '5,000 XRP has arrived. Was this everything?' });
    await expect.element(heading).toHaveFocus();
    await expect.poll(() => answers(screen)).toEqual(['Yes, this was everything', 'No, there is more to come']);
    await expectAccessible();
    await screen.getByRole('button', { name: 'Yes, this was everything' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toHaveFocus();
    expect(api.called('POST', confirmPath)).toHaveLength(1);
  });

  test('no button changes places: both come when it is known which is the likelier', async () => {
    const check = noReply('GET /api/destination-check');
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api, check);
    await expect
      .element(screen.getByRole('heading', { name: '2 XRP has arrived. Was this everything?' }))
      .toBeVisible();
    await expect.poll(check.asked).toBe(1);
    expect(answers(screen)).toEqual([]);
    check.end();
    await expect.poll(() => answers(screen)).toEqual(['No, there is more to come', 'Yes, this was everything']);
  });

  test('where the address cannot be checked, the press that ends the guide is not invited', async () => {
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    const refused = refusal('GET /api/destination-check', 'invalid_input');
    const screen = await open(`/transfer/${id}`, api, refused);
    await expect.element(screen.getByText('We could not check your address just now')).toBeVisible();
    expect(answers(screen)).toEqual(['No, there is more to come', 'Yes, this was everything']);
  });

  test('nor do they once they stand there: where the address cannot be checked again, all stays in its place', async () => {
    const screen = await open(`/transfer/${id}`, api);
    // The first check has come: it is known what a test would be.
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    const down = refusal('GET /api/destination-check', 'service_unavailable');
    network.use(down);
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    await expect.element(screen.getByText('We could not check your address just now')).toBeVisible();
    expect(answers(screen)).toEqual(['Yes, this was everything', 'No, there is more to come']);
    down.end();
    await screen.getByRole('button', { name: 'Check again' }).click();
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    expect(answers(screen)).toEqual(['Yes, this was everything', 'No, there is more to come']);
  });

  test('no leads on to the rest', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText(/^Checked on the XRP Ledger/)).toBeVisible();
    // So little was a test: what is likely to be pressed comes first.
    expect(answers(screen)).toEqual(['No, there is more to come', 'Yes, this was everything']);
    await screen.getByRole('button', { name: 'No, there is more to come' }).click();
    await expect.element(screen.getByRole('heading', { name: /^Step 2 of 5/ })).toHaveFocus();
    expect(api.called('POST', confirmPath)).toEqual([]);
    localStorage.setItem(`xrp-bridge:step:${id}`, '3');
    await screen.unmount();
    const again = await open(`/transfer/${id}`, api);
    await expect.element(again.getByText('Now enter the rest of your XRP.')).toBeVisible();
  });

  test('a yes that fails says why, and can be pressed again', async () => {
    api.push({ arrivals: [testArrival] });
    const refused = refusal('POST /api/transfers/{id}/confirm-arrival', 'not_your_transfer');
    const screen = await open(`/transfer/${id}`, api, refused);
    await screen.getByRole('button', { name: 'Yes, this was everything' }).click();
    await expect.element(screen.getByText(/open this transfer in the browser that started it/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Yes, this was everything' })).toBeEnabled();
    await expectAccessible();
  });
});

describe('a watch that has ended', () => {
  const watch = { state: 'ended', until: '2026-12-04T10:00:00.000Z' } as const;

  test('is told below what is being read, with what to do instead', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText('Watching the XRP Ledger')).toBeVisible();
    const top = () => step(screen).element().getBoundingClientRect().top;
    const before = top();
    api.push({ watch });
    await expect.element(screen.getByText('We no longer watch the XRP Ledger for this transfer')).toBeVisible();
    expect(top()).toBe(before);
    await expect.element(screen.getByText(/We stopped on .*4 Dec 2026/)).toBeVisible();
    await expect.element(screen.getByText('No longer watching', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Watching the XRP Ledger')).not.toBeInTheDocument();
    await expectAccessible();
    await screen
      .getByRole('button', { name: /^Paste the transaction hash/ })
      .first()
      .click();
    await expect.element(screen.getByRole('textbox', { name: 'Transaction hash' })).toHaveFocus();
  });

  test('is no matter once all has arrived', async () => {
    api.push({ status: 'completed', watch: null });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toBeVisible();
    await expect.element(screen.getByText(/No longer watch/i)).not.toBeInTheDocument();
  });
});

describe('a transaction hash', () => {
  async function ask(text: string, ...handlers: Parameters<typeof open>[2][]) {
    const screen = await open(`/transfer/${id}`, api, ...handlers);
    await screen.getByText('Where is my payment?').click();
    await screen.getByRole('textbox', { name: 'Transaction hash' }).fill(text);
    await screen.getByRole('button', { name: 'What happened?' }).click();
    return screen;
  }
  const path = '/api/transaction-check';

  test('delivered: what happened, what to do, and where to see it', async () => {
    const screen = await ask(` ${hash} `);
    await expect.element(screen.getByText('The payment has arrived at your address')).toBeVisible();
    await expect.element(screen.getByText('24.9 XRP')).toBeVisible();
    await expect.element(screen.getByText('Open your wallet app to see it.')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /^See it on Bithomp/ })).toBeVisible();
    expect(api.called('GET', path)[0]?.query).toEqual({ hash, transferId: id });
    await expectAccessible();
  });

  test.each(['partial', 'other_recipient', 'not_xrp', 'other_transaction', 'failed', 'not_found', 'unknown'] as const)(
    '%s is told in the server’s plain words',
    async (outcome) => {
      const lookAgainAt = outcome === 'not_found' || outcome === 'unknown' ? '2026-11-20T12:01:05.000Z' : null;
      api.explain({ outcome, title: 'What became of it', code: 'tecDST_TAG_NEEDED', deliveredXrp: null, lookAgainAt });
      const screen = await ask(hash);
      await expect.element(screen.getByText('What became of it')).toBeVisible();
      await expect.element(screen.getByText('The XRP Ledger’s own word: tecDST_TAG_NEEDED')).toBeVisible();
      if (!lookAgainAt) return;
      api.explain({ outcome: 'delivered', title: 'There it is', lookAgainAt: null });
      await screen.getByRole('button', { name: 'Look again' }).click();
      await expect.element(screen.getByText('There it is')).toBeVisible();
    },
  );

  test('on its way: the page looks again by itself', async () => {
    api.explain({ outcome: 'pending', title: 'It is on its way', lookAgainAt: '2026-11-20T12:00:06.000Z' });
    const screen = await ask(hash);
    await expect.element(screen.getByText('It is on its way')).toBeVisible();
    await expectAccessible();
    api.explain({ outcome: 'delivered', title: 'There it is', lookAgainAt: null });
    await expect.element(screen.getByText('There it is')).toBeVisible();
  });

  test('that is none is refused in the field', async () => {
    const message = 'A transaction hash has 64 characters.';
    const refused = http.get(path, () => problem('invalid_input', { errors: [{ field: 'hash', message }] }));
    const screen = await ask('abc', refused);
    const field = screen.getByRole('textbox', { name: 'Transaction hash' });
    await expect.element(field).toBeInvalid();
    await expect.element(field).toHaveAccessibleDescription(message);
    await expectSummaryAbove(field);
    await expectAccessible();
    await page.getByRole('alert').getByRole('link', { name: message }).click();
    await expect.element(field).toHaveFocus();
  });

  test('empty is not sent', async () => {
    const screen = await ask('  ');
    const field = screen.getByRole('textbox', { name: 'Transaction hash' });
    await expect
      .element(field)
      .toHaveAccessibleDescription('Paste the transaction hash from your withdrawal’s details.');
    await expectSummaryAbove(field);
    expect(api.called('GET', path)).toEqual([]);
  });

  test('a look-up that fails says so', async () => {
    const screen = await ask(
      hash,
      http.get(path, () => problem('service_unavailable', { detail: 'Please try again in a minute.' })),
    );
    await expect.element(screen.getByText('We could not look it up just now')).toBeVisible();
    await expect.element(screen.getByText('Please try again in a minute.')).toBeVisible();
    await expectAccessible();
  });

  test('a secret in its place is taken out and never sent', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await screen.getByText('Where is my payment?').click();
    const field = screen.getByRole('textbox', { name: 'Transaction hash' });
    await field.fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await screen.getByRole('button', { name: 'What happened?' }).click();
    expect(api.called('GET', path)).toEqual([]);
  });

  test('troubleshooting opens its row and leads to the field', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await screen.getByText('If something gets in the way').click();
    await screen.getByRole('button', { name: /^Paste the transaction hash/ }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Transaction hash' })).toHaveFocus();
  });
});
