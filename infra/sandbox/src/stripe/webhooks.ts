import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../clock.ts';
import type { SavedEvent } from './objects.ts';

/** Delays between attempts. Stripe's real delays are hours and days. */
const RETRY_AFTER_MS = [200, 1_000, 3_000, 10_000, 30_000, 60_000, 120_000];
const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 64;

/** The endpoint's answer to one delivery, or the reason why it was unreachable. */
export interface DeliveryResult {
  eventId: string;
  type: string;
  status?: number;
  error?: string;
}

export interface Webhooks {
  /** Delivers an event right after the API's answer, and retries until a 2xx. */
  send(event: SavedEvent): void;
  /**
   * Delivers once, even while events are held.
   * Used by tests of duplicates, forgeries and old signatures.
   */
  deliver(event: SavedEvent, signing?: { secret?: string; timestamp?: number }): Promise<DeliveryResult>;
  /** Holds events back, or releases them and resolves with the first answer to each. */
  hold(held: boolean): Promise<DeliveryResult[]>;
  status(): { held: boolean; waiting: number; target: string | null };
  setTarget(target: string): void;
  reset(): void;
  stop(): void;
}

export function createWebhooks(settings: {
  clock: Clock;
  target: string | undefined;
  secret: string;
  log(message: string): void;
  /** Called after a successful delivery. */
  changed(): void;
}): Webhooks {
  const { clock, log } = settings;
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
  };
  let target = settings.target;
  let held = false;
  let waiting: SavedEvent[] = [];
  // Limits logging to one line per outage, instead of one per event and attempt.
  let isFailing = false;
  // A reset increments `era`, so that attempts from before the reset are not retried.
  let era = 0;

  const post = (url: URL, body: string, signature: string) =>
    new Promise<number>((resolve, reject) => {
      const scheme = url.protocol === 'https:' ? 'https:' : 'http:';
      const request = (scheme === 'https:' ? https : http).request(url, {
        agent: agents[scheme],
        method: 'POST',
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      });
      request.on('response', (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode as number));
        response.resume();
      });
      request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      request.on('error', reject).end(body);
    });

  const deliver: Webhooks['deliver'] = async (event, signing = {}) => {
    const result: DeliveryResult = { eventId: event.id, type: event.type };
    if (!target) return { ...result, error: 'no webhook target is set' };
    // The sandbox's clock may be advanced, but the receiver compares the timestamp with its own clock.
    const timestamp = signing.timestamp ?? Math.floor(Date.now() / 1000);
    const header = signatureHeader(event.json, signing.secret ?? settings.secret, timestamp);
    try {
      return { ...result, status: await post(new URL(target), event.json, header) };
    } catch (error) {
      return { ...result, error: error instanceof Error ? error.message || 'unreachable' : String(error) };
    }
  };

  const attempt = async (event: SavedEvent, tries = 0): Promise<DeliveryResult> => {
    const started = era;
    const result = await deliver(event);
    if (started !== era || !target) return result;
    const isTaken = result.status !== undefined && result.status >= 200 && result.status < 300;
    if (isTaken === isFailing) log(isTaken ? 'webhooks are taken again' : `webhooks fail: ${describe(result)}`);
    isFailing = !isTaken;
    if (isTaken) {
      event.delivered = true;
      settings.changed();
      return result;
    }
    const wait = RETRY_AFTER_MS[tries];
    if (wait) clock.schedule(wait, () => dispatch(event, tries + 1));
    else log(`webhook given up: ${describe(result)}`);
    return result;
  };

  const dispatch = (event: SavedEvent, tries: number) => {
    if (held) waiting.push(event);
    else void attempt(event, tries);
  };

  return {
    deliver,
    send(event) {
      // `setImmediate` runs after the answer to the current request has been written to its socket.
      if (target) setImmediate(dispatch, event, 0);
    },
    async hold(hold) {
      held = hold;
      if (held) return [];
      const released = waiting;
      waiting = [];
      return Promise.all(released.map((event) => attempt(event)));
    },
    status: () => ({ held, waiting: waiting.length, target: target ?? null }),
    setTarget(url) {
      target = url;
    },
    reset() {
      era += 1;
      held = false;
      waiting = [];
    },
    stop() {
      era += 1;
      target = undefined;
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const describe = ({ type, eventId, status, error }: DeliveryResult) => `${type} ${eventId}: ${status ?? error}`;

/** Returns the `Stripe-Signature` header (https://docs.stripe.com/webhooks/signature#verify-manually). */
function signatureHeader(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
