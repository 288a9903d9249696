import { http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { address, FakeApi, hash, id, problem } from './fake-api.ts';
import { expectAccessible, open } from './open.tsx';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address, sourceAmount: '25' });
});

const otherHash = 'A'.repeat(64);
const at = '2026-11-20T12:00:00.000Z';
const testArrival = { hash, deliveredXrp: '2', ledgerIndex: 9, at };

describe('the watch', () => {
  test('an arrival appears by itself, with amount, time, hash and three explorers', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText('Watching the ledger')).toBeVisible();
    const bridge = screen.getByRole('img', { name: /^From Coinbase to Xaman/ });
    await expect.element(bridge).toHaveAccessibleName(/55 percent/);
    api.push({ arrivals: [testArrival] });
    await expect.element(screen.getByRole('heading', { name: 'Your test has arrived' })).toBeVisible();
    await expect.element(bridge).toHaveAccessibleName(/94 percent/);
    await expect.element(screen.getByText('2 XRP has arrived on the ledger.')).toHaveRole('status');
    await expect.element(screen.getByText(/Then send the rest, about 23 XRP/)).toBeVisible();
    await expect.element(screen.getByText(hash, { exact: true })).toBeVisible();
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

  test('the whole amount: the ledger completes it, and what arrived stays in view', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByRole('heading', { name: 'Your test has arrived' })).toBeVisible();
    // Who waits in the exchange's tab sees only the name of this one.
    expect(document.title).toMatch(/^Your test has arrived/);
    const rest = { hash: otherHash, deliveredXrp: '22.9', ledgerIndex: 12, at };
    api.push({ status: 'completed', arrivals: [testArrival, rest] });
    await expect.element(screen.getByRole('heading', { name: 'Your XRP is home.' })).toHaveFocus();
    expect(document.title).toMatch(/^Your XRP is home/);
    await expect.element(screen.getByText(/We saw 24\.9 XRP arrive on the ledger\./)).toBeVisible();
    await expect.element(screen.getByText(otherHash, { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Watching the ledger')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('without a stated amount, the person says whether this was all', async () => {
    api.push({ sourceAmount: '0', arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText(/If this was all, press “I’ve completed the transfer”/)).toBeVisible();
  });

  test('nothing is watched while there is no address', async () => {
    api.push({ destinationAddress: 'pending' });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByRole('heading', { name: /^First: where/ })).toBeVisible();
    await expect.element(screen.getByText('Watching the ledger')).not.toBeInTheDocument();
    expect(api.called('GET', '/api/destination-check').map(({ query }) => query?.address)).not.toContain('pending');
  });
});

describe('a watch that has ended', () => {
  const watch = { state: 'ended', until: '2026-12-04T10:00:00.000Z' } as const;

  test('is told, with what to do instead', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText('Watching the ledger')).toBeVisible();
    api.push({ watch });
    await expect.element(screen.getByText('We no longer watch the ledger for this transfer')).toBeVisible();
    await expect.element(screen.getByText(/We stopped on .*4 Dec 2026/)).toBeVisible();
    await expect.element(screen.getByText('No longer watching', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Watching the ledger')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('promises nothing more after a test arrived', async () => {
    api.push({ arrivals: [testArrival], watch });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(screen.getByText(/Then send the rest, about 23 XRP, the same way\.$/)).toBeVisible();
    await expect.element(screen.getByText(/keep watching/)).not.toBeInTheDocument();
    api.push({ sourceAmount: '0', watch });
    await expect.element(screen.getByText(/Send the rest the same way\. If this was all/)).toBeVisible();
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
      await expect.element(screen.getByText('The ledger’s own word: tecDST_TAG_NEEDED')).toBeVisible();
      await expectAccessible();
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
    await expect.element(screen.getByText(message)).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Transaction hash' })).toBeInvalid();
    await expectAccessible();
  });

  test('empty is not sent', async () => {
    const screen = await ask('  ');
    await expect.element(screen.getByText('Paste the transaction hash from your withdrawal’s details.')).toBeVisible();
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
    const field = screen.getByRole('textbox', { name: 'Transaction hash' });
    await field.fill('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
    await expect.element(screen.getByText('Stop: that looks like a secret key or recovery phrase')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await screen.getByRole('button', { name: 'What happened?' }).click();
    expect(api.called('GET', path)).toEqual([]);
    await expectAccessible();
  });

  test('troubleshooting leads to the field', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await screen.getByRole('button', { name: /^Paste the transaction hash/ }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Transaction hash' })).toHaveFocus();
  });
});
