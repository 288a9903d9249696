import type { Page } from '@playwright/test';
import { address, expect, paidTransfer, signIn, test } from '../fixtures.ts';

// A screen that loads in parts must not move text that a customer is reading. Each request is delayed, so that every
// part is visible before the next one. The test adds up all shifts of a load. CLS is the largest sum in one time
// window, so the total is never below CLS, and does not depend on how the shifts fall into windows.

const latencyMs = 150;
const limit = 0.1;

interface Shift {
  value: number;
  moved: string[];
}

const recordShifts = `
  globalThis.layoutShifts = [];
  const nameOf = (node) => (node?.outerHTML ?? node?.data ?? 'gone').slice(0, 80);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) layoutShifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/**
 * Functions that prepare a screen's data.
 * Each returns the screen's path and the text that appears last.
 */
const screens: Record<string, (page: Page) => Promise<[path: string, last: string | RegExp]>> = {
  start: async () => ['/', 'Where is my address?'],
  transfer: async () => ['/transfer', 'Where is my address?'],
  confirm: async () => ['/?from=coinbase&to=xumm&view=confirm', 'Choose one to continue'],
  checkout: async (page) => {
    const order = { fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' };
    const { id } = await (await page.request.post('/api/transfers', { data: order })).json();
    return [`/checkout?transfer=${id}`, 'Security code'];
  },
  signals: async () => ['/nansen', /^Updated /],
  guide: async (page) => [
    `/transfer/${await paidTransfer(page, { destinationAddress: address })}`,
    /^Checked on the XRP network/,
  ],
  dashboard: async (page) => {
    await signIn(page, '/admin');
    return ['/admin', 'View as a table'];
  },
};

const phone = { width: 360, height: 740 };
const visits = {
  'the first load on a phone': { viewport: phone, cacheDisabled: true },
  'the second load on a phone': { viewport: phone, cacheDisabled: false },
  'the first load on a computer': { viewport: { width: 1280, height: 800 }, cacheDisabled: true },
};

for (const [name, open] of Object.entries(screens)) {
  test(`loading the ${name} screen shifts no layout`, async ({ page, context }) => {
    const [path, last] = await open(page);
    for (const [visit, { viewport, cacheDisabled }] of Object.entries(visits)) {
      // Each visit uses a new tab, which has no content before the page loads.
      const tab = await context.newPage();
      await tab.setViewportSize(viewport);
      await tab.addInitScript(recordShifts);
      const devtools = await context.newCDPSession(tab);
      await devtools.send('Network.enable');
      await devtools.send('Network.setCacheDisabled', { cacheDisabled });
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: latencyMs,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      await tab.goto(path);
      await expect(tab.getByText(last).filter({ visible: true }).first()).toBeVisible();
      // The browser reports a layout shift one frame after the shift.
      await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const shifts = await tab.evaluate<Shift[]>('layoutShifts');
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, `${visit}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(limit);
      await tab.close();
    }
  });
}
