import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, dialog, expectVisible, heading, link, text } from '../../../test/locators.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, hash, id } from '../../../test/replies.ts';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});

const guide = `/transfer/${id}`;

/** Opens a collapsed row of the guide. */
const unfold = (title: string) => text(title).click();

describe('the end of the guide', () => {
  test('shows in the tab’s title whether the transfer is watched or completed', async () => {
    await openGuideAt(5, api);
    await expect.poll(() => document.title).toMatch(/^Watching for your XRP · /);
    api.push({ watch: { state: 'ended', until: '2026-11-20T10:00:00.000Z', checkedAt: null } });
    await expect.poll(() => document.title).not.toMatch(/^Watching/);
    api.push({ status: 'completed' });
    await expect.poll(() => document.title).toMatch(/^Your XRP is home · /);
  });

  test(`${spec('2.11f')} requires a confirmation of “I’ve completed the transfer”, and a claim without an arrival can be withdrawn`, async () => {
    await openGuideAt(5, api);
    await button('I’ve completed the transfer').click();
    await expect.element(dialog('We haven’t seen your XRP yet. That’s normal right after sending.')).toBeVisible();
    await expectAccessible();
    await button('Keep watching').click();
    expect(api.called('POST', `/api/transfers/${id}/confirm-arrival`)).toEqual([]);
    await button('I’ve completed the transfer').click();
    await button('It’s in my wallet. I checked.').click();
    await expect.element(heading('You told us it arrived')).toHaveFocus();
    expect(document.title).toMatch(/^You told us it arrived/);
    expect(document.body.textContent).not.toMatch(/is home|All done/);
    // The ledger is still watched, and the customer can still request a refund.
    await expectVisible('Watching for your XRP', 'Request a refund');
    await expectAccessible();
    await button('Undo (my XRP hasn’t arrived yet)').click();
    // The customer had stated that the payment was sent, so the watch is shown again.
    await expect.element(heading('Watching for your 2 XRP.')).toHaveFocus();
    expect(api.called('DELETE', `/api/transfers/${id}/confirm-arrival`)).toHaveLength(1);
  });

  test('hides the button that withdraws a claim after 24 hours, and shows why a withdrawal was refused', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    api.push({ arrivalClaimedAt: hoursAgo(25), watch: { state: 'ended', until: hoursAgo(1), checkedAt: null } });
    const screen = await open(guide, api);
    await expect.element(heading('You told us it arrived')).toBeVisible();
    const undo = button('Undo (my XRP hasn’t arrived yet)');
    await expect.element(undo).not.toBeInTheDocument();
    // In this state the list of steps has no buttons.
    await expect.element(text('We’ve stopped watching for this transfer')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('listitem').getByRole('button').first()).not.toBeInTheDocument();
    await screen.unmount();
    api.push({ arrivalClaimedAt: hoursAgo(23) });
    const refused = refusal('DELETE /api/transfers/{id}/confirm-arrival', 'claim_final');
    await open(guide, api, refused);
    await button('Undo (my XRP hasn’t arrived yet)').click();
    await expect.element(text(/^You can only undo this for 24 hours/)).toBeVisible();
  });

  test('names the customer as the source of a claim until the ledger shows the arrival', async () => {
    api.push({ arrivalClaimedAt: '2026-11-20T10:00:00.000Z' });
    await open(guide, api);
    await expect.element(heading('You told us it arrived')).toBeVisible();
    api.push({ status: 'completed' });
    await expectVisible(heading('You told us it arrived.'), /We didn’t see it arrive on the XRP network ourselves/);
    expect(document.body.textContent).not.toMatch(/is home|All done/);
    await expectAccessible();
    api.push({ arrivals: [{ hash, deliveredXrp: '25', ledgerIndex: 9, at: '2026-11-20T12:00:00.000Z' }] });
    await expect.element(heading('Your XRP is home.')).toBeVisible();
  });

  test.each([
    ['You told us it arrived', { arrivalClaimedAt: '2026-11-20T10:00:00.000Z' }],
    ['Your XRP is home.', { status: 'completed' }],
  ] as const)('with the heading “%s” links to the main flow if the transfer was ordered there', async (title, end) => {
    api.push(end);
    const goOn = link('See what’s next');
    const screen = await open(guide, api);
    await expect.element(heading(title)).toBeVisible();
    await expect.element(goOn).not.toBeInTheDocument();
    await screen.unmount();
    localStorage.setItem(`xrp-bridge:ordered-in-flow:${id}`, 'true');
    await open(guide, api);
    await expect.element(goOn).toHaveAttribute('href', '/transfer-flow');
  });

  test('shows why the confirmation failed', async () => {
    const refused = refusal('POST /api/transfers/{id}/confirm-arrival', 'not_your_transfer');
    await openGuideAt(5, api, refused);
    await button('I’ve completed the transfer').click();
    await button('It’s in my wallet. I checked.').click();
    await expect.element(text(/open this transfer in the browser you started it in/)).toBeVisible();
  });

  test(`${spec('2.11d')} opens the explorers in a new tab`, async () => {
    await open(guide, api);
    await unfold('Your wallet on the XRP network');
    for (const [name, href] of [
      [/^XRPL Explorer/, `https://livenet.xrpl.org/accounts/${address}`],
      [/^XRPSCAN/, `https://xrpscan.com/account/${address}`],
    ] as const) {
      await expect.element(link(name)).toHaveAttribute('href', href);
      await expect.element(link(name)).toHaveAttribute('target', '_blank');
      await expect.element(link(name)).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });

  test.each([
    ['none', 'Paid $4.00', 'See the concierge'],
    ['owned', 'Paid $17.76', 'Open the concierge portal'],
    ['refunded', 'Paid $4.00', 'See the concierge'],
  ] as const)(
    'shows the concierge by the customer’s current access (%s), not by the order',
    async (concierge, paid, portal) => {
      api.config = { ...api.config, conciergeOffered: true };
      // The order's fee contradicts the access on purpose, because only the access must count.
      api.push({ serviceFee: concierge === 'owned' ? '4.00' : '17.76', access: { guide: true, concierge } });
      await open(guide, api);
      await expect.element(text(paid)).toBeVisible();
      await expect.element(link(portal)).toHaveAttribute('href', `/concierge?transfer=${id}`);
      expect(document.body.textContent?.includes('yours for life')).toBe(concierge === 'owned');
    },
  );

  test.each([
    ['none', false],
    ['owned', true],
    ['refunded', true],
  ] as const)(
    'has a row for a concierge that is not on sale only if the customer has bought it (concierge: %s)',
    async (concierge, seen) => {
      api.push({ access: { guide: true, concierge } });
      await open(guide, api);
      await expect.element(text('Request a refund')).toBeVisible();
      // The settings decide whether the concierge is offered. “Sandbox” appears once the settings are loaded.
      await expect.element(text('Sandbox')).toBeVisible();
      expect(text('Concierge').elements()).toHaveLength(seen ? 1 : 0);
    },
  );

  test('shows the reserve of the ledger', async () => {
    api.push({ status: 'completed' });
    api.setDestination({ reserveXrp: '0.2' });
    await open(guide, api);
    await expect.element(text('Why you may see 0.2 XRP less to spend')).toBeVisible();
  });

  test('replaces an open guide after a refund', async () => {
    await open(guide, api);
    await expect.element(heading(/^Step 1 of 5/)).toBeVisible();
    api.push({ status: 'refunded' });
    await expect.element(heading('This transfer was refunded')).toBeVisible();
  });
});
