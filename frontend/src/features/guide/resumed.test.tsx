import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, heading, link, text, textbox } from '../../../test/locators.ts';
import { expectAccessible, expectFocusAround, open } from '../../../test/open.tsx';
import { reply } from '../../../test/overrides.ts';
import { address, id, otherAddress } from '../../../test/replies.ts';

const own = 'b'.repeat(32);
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

type Opened = Awaited<ReturnType<typeof open>>;

/** Opens the link of a transfer that was started on another device. */
async function openLink(): Promise<Opened> {
  history.replaceState(null, '', '#t=a-one-time-token-of-some-length');
  const resume = reply('POST /api/transfers/resume', () => api.transfer);
  const screen = await open('/resume', api, resume);
  await button('Yes, open my transfer').click();
  return screen;
}

async function paste(text: string): Promise<void> {
  await textbox('Your Xaman XRP address').fill(text);
  await button('Compare my address').click();
}

describe('a transfer that a link opened', () => {
  test('shows its address only after a comparison with the wallet, and requires another before sending', async () => {
    const screen = await openLink();
    await expect.element(heading('First, check that this is your wallet')).toBeVisible();
    expect(document.body.innerHTML).not.toContain(address);
    await expectAccessible();
    await paste(address);
    for (const step of [1, 2, 3, 4]) {
      await expect.element(heading(new RegExp(`^Step ${step} of 5`))).toBeVisible();
      await button('Done, next step').click();
    }
    await expect.element(heading('Check the address again before you send')).toHaveFocus();
    await button('I can’t paste my address. Let me compare it by eye').click();
    await expect.element(text(address)).toBeVisible();
    await expectFocusAround(text(address));
    await expectAccessible();
    await button('Yes, each group is the same').click();
    await expect.element(heading(/^Step 5 of 5/)).toHaveFocus();
    // On each device, the customer compares the address only once before sending.
    await screen.unmount();
    await open(`/transfer/${id}`, api);
    await expect.element(heading(/^Step 5 of 5/)).toBeVisible();
  });

  test('warns if the entered address differs, and does not reveal the stored address', async () => {
    await openLink();
    await paste(otherAddress);
    await expect.element(text('Stop: don’t send anything here')).toBeVisible();
    await expectFocusAround(text('Stop: don’t send anything here'));
    expect(document.body.innerHTML).not.toContain(address);
    await expectAccessible();
    await expect.element(link('Start my own transfer')).toBeVisible();
  });

  test('requires a new comparison after a change of its address', async () => {
    await openLink();
    await paste(address);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    api.push({ destinationAddress: otherAddress });
    await expect.element(heading('First, check that this is your wallet')).toBeVisible();
    expect(document.body.innerHTML).not.toContain(otherAddress);
  });

  test('shows no address in the main flow before the comparison', async () => {
    const screen = await openLink();
    await expect.element(heading('First, check that this is your wallet')).toBeVisible();
    await screen.go('/transfer-flow');
    await expect.poll(screen.path).toBe(`/transfer/${id}`);
    expect(document.body.innerHTML).not.toContain(address);
  });

  test('does not replace a transfer that was started on this device', async () => {
    const ownTransfer = { id: own, paid: true, fromExchange: 'kraken', toWallet: 'trust' };
    localStorage.setItem('xrp-bridge:open-transfer', JSON.stringify(ownTransfer));
    localStorage.setItem('xrp-bridge:last-transfer', JSON.stringify(own));
    await openLink();
    await expect.element(text('Your own transfer is still here')).toBeVisible();
    await expect.element(link('Open my own transfer')).toHaveAttribute('href', `/transfer/${own}`);
    expect(JSON.parse(localStorage.getItem('xrp-bridge:open-transfer') ?? '')).toEqual(ownTransfer);
    expect(JSON.parse(localStorage.getItem('xrp-bridge:last-transfer') ?? '')).toBe(own);
  });

  test('needs no comparison if it was started on this device', async () => {
    localStorage.setItem(`xrp-bridge:begun-here:${id}`, 'true');
    await openLink();
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
  });
});
