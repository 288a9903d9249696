import { call } from '../../lib/api/client.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

const workerFile = '/push-worker.js';

let workerUrl: string | undefined;

/** Returns the worker's address. In browsers with Trusted Types, the address is a `TrustedScriptURL`. */
function findWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  workerUrl ??= trustedTypes
    ? trustedTypes.createPolicy('push-worker', { createScriptURL: () => workerFile }).createScriptURL(workerFile)
    : workerFile;
  return workerUrl;
}

/** Returns true if this browser supports push messages and the person has not refused them. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && Notification.permission !== 'denied';
}

/** Returns this browser's subscription, or null. Registers no service worker. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Requests the permission, and subscribes this browser to messages about a transfer's arrival.
 * @returns false if the person refused
 * @throws Error if the browser has no push server
 */
export async function subscribe(transferId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { publicKey } = await call('GET /api/push-key');
  await navigator.serviceWorker.register(findWorkerUrl(), { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  await call('PUT /api/transfers/{id}/push-subscription', { params: { id: transferId }, body });
  return true;
}

/** Ends the messages to this browser about one transfer. Messages about other transfers continue. */
export async function unsubscribe(transferId: string): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const body = { endpoint: subscription.endpoint };
  await call('DELETE /api/transfers/{id}/push-subscription', { params: { id: transferId }, body });
}
