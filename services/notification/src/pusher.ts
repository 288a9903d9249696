import type { PushMessage } from '@xrp-bridge/contracts/push';
import { PermanentFailure } from '@xrp-bridge/runtime';
import webPush from 'web-push';
import type { Settings } from './context.ts';
import { isOutside, postOutside } from './post-outside.ts';
import type { VapidKeys } from './vapid.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The time for which push servers store a message for a browser that is offline. */
const storedSeconds = 3 * 86_400;
const timeoutMs = 10_000;

/** Thrown when the push server did not accept a message. */
class PushFailed extends Error {
  override name = 'PushFailed';
}

/** Returns true for a public https URL, and for a URL of the sandbox's push server. */
export function isPushEndpoint(endpoint: string, { PUSH_SANDBOX_URL }: Pick<Settings, 'PUSH_SANDBOX_URL'>): boolean {
  return isOutside(endpoint, PUSH_SANDBOX_URL);
}

/**
 * Encrypts a message and sends it to a browser's push server, without following redirects.
 * Errors do not contain the endpoint, which identifies the browser.
 * @returns `gone` if the browser has ended the subscription
 * @throws PushFailed; PermanentFailure if a further attempt cannot help
 */
export async function sendPush(
  settings: Pick<Settings, 'PUSH_SANDBOX_URL' | 'SUPPORT_EMAIL'>,
  keys: VapidKeys,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  signal: AbortSignal,
): Promise<'sent' | 'gone'> {
  if (!isPushEndpoint(endpoint, settings)) throw new PermanentFailure('The push server doesn’t have a public address.');
  const { headers, body } = encrypt(settings, keys, { endpoint, p256dh, auth }, message);
  const status = await post(endpoint, settings.PUSH_SANDBOX_URL, headers, body, signal);
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  const words = `Push server error: ${status}`;
  throw status === 429 || status >= 500 ? new PushFailed(words) : new PermanentFailure(words);
}

function encrypt(
  settings: Pick<Settings, 'SUPPORT_EMAIL'>,
  keys: VapidKeys,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: `mailto:${settings.SUPPORT_EMAIL}`, ...keys },
      TTL: storedSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
  } catch {
    throw new PermanentFailure('This push subscription’s keys aren’t valid.');
  }
}

async function post(
  endpoint: string,
  sandbox: string | undefined,
  headers: Record<string, string>,
  body: Buffer,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await postOutside(endpoint, body, { headers, sandbox, timeoutMs, signal });
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new PushFailed(`Push server error: ${typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'unknown'}`);
  }
}
