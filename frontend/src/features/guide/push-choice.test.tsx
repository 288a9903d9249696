import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeApi } from '../../../test/fake-api.ts';
import { button, expectVisible, text } from '../../../test/locators.ts';
import { expectAccessible, open, openGuideAt } from '../../../test/open.tsx';
import { refusal } from '../../../test/overrides.ts';
import { address, id } from '../../../test/replies.ts';

const offer = () => button('Alert me on this device');
const path = `/api/transfers/${id}/push-subscription`;
const subscription = {
  endpoint: 'https://push.example.com/abc',
  keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
};

let api: FakeApi;
let allow: (permission: NotificationPermission) => void;
let register: ReturnType<typeof vi.spyOn>;
const subscribe = vi.fn();

// The test browser has no push server, and its service worker belongs to the fake API.
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
  const pushManager = { subscribe, getSubscription: async () => ({ endpoint: subscription.endpoint }) };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  subscribe.mockReset().mockResolvedValue({ toJSON: () => ({ ...subscription, expirationTime: null }) });
  register = vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  const request = vi.spyOn(Notification, 'requestPermission');
  const permission = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  allow = (answer) => {
    request.mockImplementation(async () => {
      permission.mockReturnValue(answer);
      return answer;
    });
  };
  allow('granted');
});

describe('the choice of push messages', () => {
  test('is offered only while the ledger is watched, and requests no permission before the button is pressed', async () => {
    const screen = await open(`/transfer/${id}`, api);
    await expectVisible(/^Step 1 of 5/);
    await expect.element(offer()).not.toBeInTheDocument();
    await screen.unmount();
    await openGuideAt(5, api);
    await expect.element(offer()).toBeVisible();
    expect(register).not.toHaveBeenCalled();
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    await expectAccessible();
    api.push({ watch: { state: 'ended', until: '2026-11-20T10:00:00.000Z', checkedAt: null } });
    await expect.element(offer()).not.toBeInTheDocument();
  });

  test('is turned on and off for this browser', async () => {
    await openGuideAt(5, api);
    await offer().click();
    await expect.element(text('This device will tell you when your XRP arrives.')).toBeVisible();
    expect(String(register.mock.calls[0]?.[0])).toBe('/push-worker.js');
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'B'.repeat(87) });
    expect(api.called('PUT', path).map(({ body }) => body)).toEqual([subscription]);
    await expectAccessible();
    await button('Turn this alert off').click();
    await expect.element(offer()).toBeVisible();
    expect(api.called('DELETE', path).map(({ body }) => body)).toEqual([{ endpoint: subscription.endpoint }]);
  });

  test('stays on when the page is opened again', async () => {
    localStorage.setItem(`xrp-bridge:push:${id}`, 'true');
    await openGuideAt(5, api);
    await expectVisible('This device will tell you when your XRP arrives.');
  });

  test('explains how to allow push messages after the browser has blocked them', async () => {
    allow('denied');
    await openGuideAt(5, api);
    await offer().click();
    await expectVisible('Your browser is blocking our alerts. You can allow them in its settings.');
    expect(api.called('PUT', path)).toEqual([]);
    await expectAccessible();
  });

  test('shows an error if the browser’s push server fails, and turns nothing on if our server fails', async () => {
    subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'));
    const down = refusal('PUT /api/transfers/{id}/push-subscription', 'service_unavailable');
    await openGuideAt(5, api, down);
    await offer().click();
    await expectVisible('That didn’t work on this device. You can leave this page open instead.');
    await expectAccessible();
    await offer().click();
    await expect.poll(down.requestCount).toBe(1);
    await expect.element(text('This device will tell you when your XRP arrives.')).not.toBeInTheDocument();
    down.end();
    await offer().click();
    await expectVisible('This device will tell you when your XRP arrives.');
  });
});
