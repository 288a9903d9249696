import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, heading, link, text, textbox } from '../../../test/locators.ts';
import { network } from '../../../test/network.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { noReply, refusal } from '../../../test/overrides.ts';
import { address, hash, id, otherAddress } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address, sourceAmount: '5000' });
});

const otherHash = 'A'.repeat(64);
const at = '2026-11-20T12:00:00.000Z';
const testArrival = { hash, deliveredXrp: '2', ledgerIndex: 9, at };
const more = { hash: otherHash, deliveredXrp: '2000', ledgerIndex: 12, at };
const confirmPath = `/api/transfers/${id}/confirm-arrival`;
const step = () => heading(/^Step \d of 5/);
const arrival = () => heading('Your test has arrived');
const showRest = () => button('Next: how to send the rest');

describe('an arrival', () => {
  test('replaces the step, takes the focus, changes the tab title and offers one action', async () => {
    await openGuideAt(5, api);
    await expect.element(text('Watching for your XRP')).toBeVisible();
    const checksBefore = api.called('GET', '/api/destination-check').length;
    api.push({ arrivals: [testArrival] });
    await expect.element(arrival()).toHaveFocus();
    await expect.element(arrival()).toBeInViewport();
    expect(document.title).toMatch(/^Your test has arrived/);
    await expect.element(text('2 XRP has arrived on the XRP network.')).toHaveRole('status');
    await expect.element(step()).not.toBeInTheDocument();
    // An arrival changes the wallet, so the address is checked again.
    await expect.poll(() => api.called('GET', '/api/destination-check').length).toBeGreaterThan(checksBefore);
    await expectVisible(showRest(), text('2 XRP arrived → 4,998 XRP is next'));
    await expectAccessible();
  });

  test('shows only when the check ran, so that its button stays in place on a phone when the check ends', async () => {
    await page.viewport(360, 740);
    const reason = 'This address is correct. No wallet is on the XRP Ledger for it yet.';
    api.setDestination({ verdict: 'new', reasons: [{ code: 'not_funded', text: reason }] });
    await openGuideAt(1, api);
    await expect.element(text(reason)).toBeVisible();
    const check = noReply('GET /api/destination-check');
    network.use(check);
    api.push({ arrivals: [testArrival] });
    await expectVisible(arrival(), text('Checking on the XRP network…'), showRest());
    await expect.element(text(reason)).not.toBeInTheDocument();
    const top = showRest().element().getBoundingClientRect().top;
    api.setDestination({ verdict: 'ok', reasons: [{ code: 'valid', text: 'This address is valid.' }] });
    check.end();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    expect(showRest().element().getBoundingClientRect().top).toBe(top);
    // A number and its unit are on one line.
    await expect.element(text(/^\d+ seconds? ago$/)).toBeVisible();
    expect(
      text(/^\d+ seconds? ago$/)
        .element()
        .getClientRects(),
    ).toHaveLength(1);
  });

  test('leads to step 2 after “Next: how to send the rest”, and the later steps show the remaining amount', async () => {
    await openGuideAt(5, api);
    api.push({ arrivals: [testArrival] });
    await showRest().click();
    await expect.element(heading(/^Step 2 of 5/)).toHaveFocus();
    expect(document.title).not.toMatch(/has arrived/);
    await button('Done, next step').click();
    await button('Done, next step').click();
    await expect.element(text('Now enter 4,998 XRP. This is the rest.')).toBeVisible();
    await expect.element(text('Now enter 2 XRP', { exact: false })).not.toBeInTheDocument();
    await button('Done, next step').click();
    await expect.element(text('4,998 XRP')).toBeVisible();
  });

  test('stays acknowledged after a reload, and remains listed under “What has arrived”', async () => {
    const screen = await openGuideAt(5, api);
    api.push({ arrivals: [testArrival] });
    await showRest().click();
    await screen.unmount();
    await open(`/transfer/${id}`, api);
    await expect.element(heading(/^Step 2 of 5/)).toBeVisible();
    await text('What has arrived').click();
    await expect.element(text(hash)).toBeVisible();
    // The next arrival replaces the step again.
    api.push({ arrivals: [testArrival, more] });
    await expect.element(heading('2,002 XRP has arrived')).toHaveFocus();
    await expect.element(text('2,002 XRP arrived → 2,998 XRP is next')).toBeVisible();
  });

  test('does not count if the XRP arrived at the previous address, so the guide requests a test again', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(showRest()).toBeVisible();
    localStorage.setItem(`xrp-bridge:step:${id}`, '3');
    api.push({ destinationAddress: otherAddress, addressChangedAt: '2026-11-20T12:30:00.000Z' });
    await screen.unmount();
    await open(`/transfer/${id}`, api);
    await expectVisible(
      'Now enter 2 XRP. This is your test. You’ll send the rest once it arrives.',
      button('Skip the test'),
    );
    await expect.element(arrival()).not.toBeInTheDocument();
    // The earlier arrival stays listed. When the next test arrives, it replaces the step again.
    await text('What has arrived').click();
    await expect.element(text(hash)).toBeVisible();
    api.push({ arrivals: [testArrival, { ...more, deliveredXrp: '2', at: '2026-11-20T13:00:00.000Z' }] });
    await expect.element(arrival()).toHaveFocus();
    await expectVisible(text('We saw 2 XRP arrive', { exact: false }), text('2 XRP arrived → 4,996 XRP is next'));
  });

  test('does not count as a test if it is most of the amount, and the customer can end the transfer', async () => {
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '4000' }] });
    await open(`/transfer/${id}`, api);
    await expectVisible(heading('4,000 XRP has arrived'), text('4,000 XRP arrived → 1,000 XRP is next'));
    await button('I’ve completed the transfer').click();
    await button('Yes, that’s all of it').click();
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });

  test('shows amount, time, hash and three explorers as a proof', async () => {
    api.push({ arrivals: [testArrival] });
    // The XRP arrived while the page was closed, so the customer has not acknowledged it yet.
    await open(`/transfer/${id}`, api);
    await expect.element(arrival()).toBeVisible();
    await expect.element(step()).not.toBeInTheDocument();
    await text('See the proof on the XRP network').click();
    await expect.element(text(hash).first()).toBeVisible();
    for (const [name, href] of [
      ['XRPL Explorer', `https://livenet.xrpl.org/transactions/${hash}`],
      ['XRPSCAN', `https://xrpscan.com/tx/${hash}`],
      ['Bithomp', `https://bithomp.com/explorer/${hash}`],
    ] as const) {
      await expect.element(link(new RegExp(`^See this payment on ${name}`))).toHaveAttribute('href', href);
    }
    await expectAccessible();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await button(/^Copy hash/).click();
    await expect.poll(() => written.mock.lastCall).toEqual([hash]);
  });

  test('does not replace the step while the customer types, but appears in the status and the title', async () => {
    await openGuideAt(5, api);
    await text('Where is my payment?').click();
    const field = textbox('Transaction hash');
    await field.fill('E3FE');
    api.push({ arrivals: [testArrival] });
    await expect.element(text('2 XRP has arrived on the XRP network.')).toBeInTheDocument();
    await expect.poll(() => document.title).toMatch(/^Your test has arrived/);
    await expect.element(field).toHaveFocus();
    await expect.element(step()).toBeVisible();
    (field.element() as HTMLInputElement).blur();
    await expect.element(arrival()).toHaveFocus();
  });

  test('leaves the focus in the assistant’s field when it completes the transfer', async () => {
    const screen = await openGuideAt(5, api);
    await screen.getByRole('main').getByRole('button', { name: 'Ask the assistant' }).click();
    const field = textbox('Your question');
    await field.fill('When does');
    api.push({ status: 'completed', arrivals: [testArrival] });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  test.each([true, false])('is read aloud only if the voice is on (on: %s)', async (on) => {
    localStorage.setItem('voiceOn', String(on));
    const spoken = vi.spyOn(speechSynthesis, 'speak').mockImplementation(() => {});
    await openGuideAt(5, api);
    api.push({ arrivals: [testArrival] });
    await expect.element(arrival()).toBeVisible();
    expect(spoken.mock.calls.map(([words]) => words.text)).toEqual(on ? ['Your test has arrived'] : []);
  });

  test('shows no outdated amount while the new steps load', async () => {
    await open(`/transfer/${id}`, api);
    await expect.element(step()).toBeVisible();
    network.use(noReply('GET /api/transfer-instructions/{id}'));
    api.push({ arrivals: [testArrival] });
    await expectVisible(arrival(), button('One moment…'));
    await expect.element(showRest()).not.toBeInTheDocument();
  });

  test('does not offer to send the rest if the address is blocked', async () => {
    await openGuideAt(5, api);
    const reasons: typeof api.destination.reasons = [{ code: 'black_hole', text: 'It is a black hole.' }];
    api.setDestination({ verdict: 'blocked', firstAmountXrp: null, reasons });
    api.push({ arrivals: [testArrival] });
    await expectVisible(text('Please don’t send any more right now.', { exact: false }), 'It is a black hole.');
    await expect.element(showRest()).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('completes the transfer if it is the whole amount, and stays listed under “What has arrived”', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expectVisible(arrival(), screen.getByRole('img', { name: /^From Coinbase to Xaman: 50 percent/ }));
    const rest = { hash: otherHash, deliveredXrp: '4997.9', ledgerIndex: 12, at };
    api.push({ status: 'completed', arrivals: [testArrival, rest] });
    await expect.element(heading('Your XRP is home.')).toHaveFocus();
    expect(document.title).toMatch(/^Your XRP is home/);
    await expect.element(screen.getByRole('img', { name: /100 percent/ })).toBeVisible();
    await expect.element(text('4,999.9', { exact: true })).toBeVisible();
    await text('What has arrived').click();
    await expect.element(text(otherHash)).toBeVisible();
    await expect.element(text('Watching for your XRP')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('is not awaited while the transfer has no address', async () => {
    api.push({ destinationAddress: 'pending' });
    await open(`/transfer/${id}`, api);
    await expect.element(button('Save my address')).toBeVisible();
    await expect.element(text('Watching for your XRP')).not.toBeInTheDocument();
    expect(api.called('GET', '/api/destination-check').map(({ query }) => query?.address)).not.toContain('pending');
  });
});

describe('an arrival of a transfer without a stated amount and without a test', () => {
  beforeEach(() => api.push({ sourceAmount: '0', testFirst: false }));

  const answers = () =>
    button(/^(Yes, this was everything|No, I still have more to send)$/)
      .elements()
      .map((button) => button.textContent);

  test('leads to the question “Was this everything?”, and “Yes” ends the guide', async () => {
    await openGuideAt(5, api);
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    const question = heading('5,000 XRP has arrived. Was this everything?');
    await expect.element(question).toHaveFocus();
    await expect.poll(answers).toEqual(['Yes, this was everything', 'No, I still have more to send']);
    await expectAccessible();
    await button('Yes, this was everything').click();
    await expect.element(heading('Your XRP is home.')).toHaveFocus();
    expect(api.called('POST', confirmPath)).toHaveLength(1);
  });

  test('shows “Yes” and “No” only after the check of the address, so that the buttons never swap places', async () => {
    const check = noReply('GET /api/destination-check');
    api.push({ arrivals: [testArrival] });
    await open(`/transfer/${id}`, api, check);
    await expect.element(heading('2 XRP has arrived. Was this everything?')).toBeVisible();
    await expect.poll(check.requestCount).toBe(1);
    expect(answers()).toEqual([]);
    check.end();
    await expect.poll(answers).toEqual(['No, I still have more to send', 'Yes, this was everything']);
  });

  test('shows “No” before “Yes” if the address cannot be checked', async () => {
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    await open(`/transfer/${id}`, api, refusal('GET /api/destination-check', 'invalid_input'));
    await expect.element(text('We couldn’t check your address right now')).toBeVisible();
    expect(answers()).toEqual(['No, I still have more to send', 'Yes, this was everything']);
  });

  test('does not change the order of the “Yes” and “No” buttons if a later check of the address fails', async () => {
    await open(`/transfer/${id}`, api);
    // The first check has finished, so the guide has the size of a test.
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    const down = refusal('GET /api/destination-check', 'service_unavailable');
    network.use(down);
    api.push({ arrivals: [{ ...testArrival, deliveredXrp: '5000' }] });
    await expect.element(text('We couldn’t check your address right now')).toBeVisible();
    expect(answers()).toEqual(['Yes, this was everything', 'No, I still have more to send']);
    down.end();
    await button('Check again').click();
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    expect(answers()).toEqual(['Yes, this was everything', 'No, I still have more to send']);
  });

  test('leads to the steps for the rest of the XRP after “No, I still have more to send”', async () => {
    api.push({ arrivals: [testArrival] });
    const screen = await open(`/transfer/${id}`, api);
    await expect.element(text(/^Checked on the XRP network/)).toBeVisible();
    // This amount is so small that it was probably a test, so “No” comes first.
    expect(answers()).toEqual(['No, I still have more to send', 'Yes, this was everything']);
    await button('No, I still have more to send').click();
    await expect.element(heading(/^Step 2 of 5/)).toHaveFocus();
    expect(api.called('POST', confirmPath)).toEqual([]);
    await screen.unmount();
    await openGuideAt(4, api);
    await expect.element(text('Now enter the rest of your XRP.')).toBeVisible();
  });

  test('shows why “Yes” failed, and enables the button again', async () => {
    api.push({ arrivals: [testArrival] });
    const refused = refusal('POST /api/transfers/{id}/confirm-arrival', 'not_your_transfer');
    await open(`/transfer/${id}`, api, refused);
    await button('Yes, this was everything').click();
    await expect.element(text(/open this transfer in the browser you started it in/)).toBeVisible();
    await expect.element(button('Yes, this was everything')).toBeEnabled();
    await expectAccessible();
  });
});

describe('an arrival of a transfer without a stated amount, after the advice to test', () => {
  beforeEach(() => api.push({ sourceAmount: '0' }));

  test('is shown as the test, and leads to the rest without the question “Was this everything?”', async () => {
    await openGuideAt(5, api);
    api.push({ arrivals: [testArrival] });
    await expect.element(heading('Your test arrived. Now send the rest.')).toHaveFocus();
    expect(document.title).toMatch(/^Your test arrived/);
    expect(document.body.textContent).not.toContain('Was this everything?');
    await expectVisible(showRest(), button('I’ve completed the transfer'));
    await expectAccessible();
    await showRest().click();
    await expect.element(heading(/^Step 2 of 5/)).toHaveFocus();
    expect(api.called('POST', confirmPath)).toEqual([]);
  });

  test.each([
    ['it is far more than a test', [{ ...testArrival, deliveredXrp: '500' }], '500 XRP has arrived'],
    ['it follows the test', [testArrival, more], '2,002 XRP has arrived'],
  ])('lets the customer end the transfer if %s', async (_which, arrivals, title) => {
    api.push({ arrivals });
    await open(`/transfer/${id}`, api);
    await expectVisible(heading(title), button('I still have more to send'));
    expect(document.body.textContent).not.toContain('Was this everything?');
    // If hydration replaces this card by a step, its press is not repeated there, because the step's dialog differs.
    expect(document.getElementById('completed')).toBeNull();
    await button('I’ve completed the transfer').click();
    await button('Yes, that’s all of it').click();
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    expect(api.bodies('POST', confirmPath)).toEqual([{ unseen: false }]);
  });
});

describe('a watch that has ended', () => {
  test('is shown below the step with the next action, until the transfer is complete', async () => {
    await open(`/transfer/${id}`, api);
    await expect.element(text('Watching for your XRP')).toBeVisible();
    const top = () => step().element().getBoundingClientRect().top;
    const before = top();
    api.push({ watch: { state: 'ended', until: '2026-12-04T10:00:00.000Z', checkedAt: null } });
    await expect.element(text('We’ve stopped watching for this transfer')).toBeVisible();
    expect(top()).toBe(before);
    await expectVisible(/We stopped on .*Dec 4, 2026/, text('No longer watching'));
    await expect.element(text('Watching for your XRP')).not.toBeInTheDocument();
    await expectAccessible();
    const paste = button(/^Paste the transaction hash/).first();
    await paste.click();
    await expect.element(textbox('Transaction hash')).toHaveFocus();
    (textbox('Transaction hash').element() as HTMLElement).blur();
    api.push({ status: 'completed', watch: null });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
    await expect.element(text(/No longer watch/i)).not.toBeInTheDocument();
  });

  test('is named before the customer confirms the arrival', async () => {
    api.push({ watch: { state: 'ended', until: '2026-11-20T10:00:00.000Z', checkedAt: null } });
    await openGuideAt(5, api);
    await button('I’ve completed the transfer').click();
    await expectVisible(/^We’ve stopped watching for this transfer, so/, button('Not yet'));
    await expect.element(text(/^We’re watching/)).not.toBeInTheDocument();
  });
});
