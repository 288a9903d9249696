import { performance } from 'node:perf_hooks';
import { type Quantiles, quantiles } from './measure.ts';

/** Longer than a slow request to the sandbox takes. */
const timeoutMs = 30_000;

/**
 * Sends a JSON request and returns the JSON body.
 * @throws Error for a refusal
 */
export async function call<Answer>(
  url: string,
  options: { method: string; headers?: Record<string, string>; body: unknown },
): Promise<Answer> {
  const answer = await fetch(url, {
    method: options.method,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(options.body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`${options.method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Confirms a payment intent with a test card. Returns the intent. */
export async function confirmIntent(sandboxUrl: string, clientSecret: string): Promise<unknown> {
  const id = clientSecret.split('_secret_')[0];
  const answer = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`payment intent ${id}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** Times `count` sequential requests. @throws Error if a request is refused */
export async function timeCalls(url: string, count: number, headers: Record<string, string> = {}): Promise<Quantiles> {
  const durations: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    durations.push(performance.now() - started);
  }
  return quantiles(durations);
}
