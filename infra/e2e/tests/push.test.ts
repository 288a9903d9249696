import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, paidTransfer, post, sandboxUrl, saveStep, send, test } from '../fixtures.ts';

// A headless browser has no push server. The page therefore subscribes at the sandbox's push server, and DevTools
// passes the messages from there to the browser's real service worker.

interface Subscription {
  id: string;
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
}

async function subscribeBySandbox(page: Page): Promise<Subscription> {
  const { publicKey } = await (await page.request.get('/api/push-key')).json();
  const made = await post<Subscription>(`${sandboxUrl}/_sandbox/push/subscriptions`, { publicKey });
  await page.addInitScript(`
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(made.subscription)}) });`);
  return made;
}

async function messagesTo(id: string): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/push/subscriptions/${id}`);
  const { messages } = (await answer.json()) as { messages: { payload: string }[] };
  return messages.map(({ payload }) => payload);
}

/** Returns a function that delivers a push message to the page's service worker. */
async function openDelivery(context: BrowserContext, page: Page, origin: string) {
  const devtools: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return async (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

const shown = (page: Page) =>
  page.evaluate<{ title: string; body: string }[]>(`navigator.serviceWorker.ready
    .then((worker) => worker.getNotifications())
    .then((all) => all.map(({ title, body }) => ({ title, body })))`);

test('a subscribed device shows a notification when the XRP has arrived, and the notification opens the guide', async ({
  page,
  context,
}) => {
  const wallet = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv';
  const id = await paidTransfer(page, { destinationAddress: wallet, sourceAmount: '25' });
  const { id: subscriptionId } = await subscribeBySandbox(page);
  await saveStep(page, id, 5);
  await page.goto(`/transfer/${id}`);
  await context.grantPermissions(['notifications']);
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
  await page.getByRole('button', { name: 'Alert me on this device' }).click();
  await expect(page.getByText('This device will tell you when your XRP arrives.')).toBeVisible();
  const deliver = await openDelivery(context, page, new URL(page.url()).origin);
  // The customer is on another page when the XRP arrives.
  await page.goto('/get-ip');

  await send('PUT', `${sandboxUrl}/_sandbox/xrpl`, { held: true });
  try {
    await post(`${sandboxUrl}/_sandbox/xrpl/payments`, { destination: wallet, drops: '25000000' });
    await post(`${sandboxUrl}/_sandbox/xrpl/ledgers`, { count: 1 });
    await expect.poll(() => messagesTo(subscriptionId)).toHaveLength(1);
  } finally {
    await send('PUT', `${sandboxUrl}/_sandbox/xrpl`, { held: false });
  }
  const [payload = ''] = await messagesTo(subscriptionId);
  const [worker] = context.serviceWorkers();
  // Chromium forgets a notification if the list is read while the notification is being shown, so the list is read
  // only afterwards.
  await worker?.evaluate(`
    globalThis.isShown = false;
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (...options) => {
      await show(...options);
      isShown = true;
    };`);
  await deliver(payload);
  await expect.poll(() => worker?.evaluate('isShown')).toBe(true);
  expect(await shown(page)).toEqual([{ title: 'Your XRP is home', body: 'Open your guide to see the details.' }]);

  // DevTools cannot click a notification, and a click that a script dispatches is not allowed to open a window. So the
  // test dispatches the event and reads the worker's call of `openWindow`.
  const opened = await worker?.evaluate<string[]>(`(async () => {
    const opened = [];
    Clients.prototype.openWindow = async (address) => void opened.push(address);
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    while (opened.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return opened;
  })()`);
  expect(opened).toEqual([new URL(`/transfer/${id}`, page.url()).href]);
  await expect.poll(() => shown(page)).toEqual([]);
  expect(await page.evaluate('caches.keys()')).toEqual([]);
});
