import { createHmac, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { startProduct } from '../process/product.ts';
import { bareFastify, bareTransactions, insertNotifyDelivery } from './baselines.ts';
import { call, confirmIntent } from './calls.ts';
import { print, quantiles } from './measure.ts';
import { benchOperators } from './operators.ts';
import { benchScreens } from './screens.ts';
import { benchSignals } from './signals.ts';

// Measures the product against what the same machine does without it, in the same run.
// Load generator, product and database share the machine's cores, as the baselines do.
// npm run bench runs every part; npm run bench -- screens runs the named ones.
const parts: Record<string, (folder: string) => Promise<void>> = {
  start: benchStart,
  load: benchLoad,
  screens: benchScreens,
  signals: benchSignals,
  operators: benchOperators,
};

// biome-ignore lint/style/noProcessEnv: an entrypoint
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
// biome-ignore lint/style/noProcessEnv: an entrypoint
const payments = Number(process.env.BENCH_PAYMENTS ?? 300);
const connections = 50;
const checks = 1_000;
const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'xrp-bridge-bench-'));
// For the user that PostgreSQL runs as under root: in a folder closed to it, its clusters would go elsewhere.
await chmod(folder, 0o755);
try {
  for (const name of selected.length > 0 ? selected : Object.keys(parts)) await parts[name]?.(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchStart(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'start');
  const cold = await startProduct({ DATA_DIR: dataDir });
  await cold.stop();
  const warm = await startProduct({ DATA_DIR: dataDir });
  print('start, first run with database creation', `${(cold.startMs / 1000).toFixed(2)} s`);
  print('start, warm', `${(warm.startMs / 1000).toFixed(2)} s`, 'aim ≤ 4 s');
  print('memory at rest, all processes without PostgreSQL', `${warm.memoryMb().toFixed(0)} MB`, 'aim ≤ 400 MB');
  await warm.stop();
}

async function benchLoad(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'load') });
  const product = await startProduct({
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'load'),
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  try {
    const notify = await insertNotifyDelivery(postgres.url, 500);
    print('baseline: INSERT+NOTIFY delivery', `p50 ${notify.p50.toFixed(2)} ms, p99 ${notify.p99.toFixed(2)} ms`);
    await benchWebhook(product.url, product.sandboxUrl);
    await benchCheck(product.url);

    const bare = await bareTransactions(postgres.url, connections, seconds);
    print('baseline: bare two-row transactions', `${bare.toFixed(0)}/s`, `${connections} connections`);
    const creates = await load(product.url, {
      method: 'POST',
      path: '/api/transfers',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' }),
    });
    const share = (100 * creates) / bare;
    print('transfers created through the BFF', `${creates.toFixed(0)}/s`, `${share.toFixed(0)}% of bare, aim ≥ 35%`);

    const fastify = await bareFastify(connections, seconds);
    print('baseline: bare Fastify', `${fastify.toFixed(0)}/s`);
    const { id } = await createTransfer(product.url);
    const reads = await load(product.url, { method: 'GET', path: `/api/transfers/${id}` });
    print(
      'status reads through the BFF',
      `${reads.toFixed(0)}/s`,
      `${((100 * reads) / fastify).toFixed(0)}% of bare Fastify`,
    );
    print('memory after load, all processes without PostgreSQL', `${product.memoryMb().toFixed(0)} MB`, 'aim ≤ 400 MB');
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

/** From sending a signed webhook until the instructions can be read, one payment after the other. */
async function benchWebhook(url: string, sandboxUrl: string): Promise<void> {
  await call(`${sandboxUrl}/_sandbox/stripe/webhooks`, { method: 'PUT', body: { held: true } });
  const durations: number[] = [];
  for (let index = 0; index < payments; index++) {
    const { id, cookie } = await createTransfer(url);
    const { clientSecret } = await call<{ clientSecret: string }>(`${url}/api/create-payment-intent`, {
      method: 'POST',
      headers: { cookie },
      body: { transferId: id },
    });
    const intent = await confirmIntent(sandboxUrl, clientSecret);
    const event = JSON.stringify({
      id: `evt_bench_${index}`,
      object: 'event',
      api_version: null,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: 'payment_intent.succeeded',
      data: { object: intent },
    });
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', webhookSecret).update(`${at}.${event}`).digest('hex');
    const started = performance.now();
    const answer = await fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
      body: event,
    });
    if (!answer.ok) throw new Error(`webhook answered ${answer.status}: ${await answer.text()}`);
    for (;;) {
      const read = await fetch(`${url}/api/transfer-instructions/${id}`);
      await read.arrayBuffer();
      if (read.ok) break;
      if (performance.now() - started > 10_000) throw new Error('the instructions did not come within 10 s');
    }
    durations.push(performance.now() - started);
  }
  await call(`${sandboxUrl}/_sandbox/stripe/webhooks`, { method: 'PUT', body: { held: false } });
  const { p50, p99, n } = quantiles(durations);
  print(
    'webhook sent → instructions readable',
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    `n=${n}, aim p50 ≤ 8, p99 ≤ 30 ms`,
  );
}

/** Checking an address whose account is read once per ledger, one question after the other. */
async function benchCheck(url: string): Promise<void> {
  const durations: number[] = [];
  for (let index = 0; index < checks; index++) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/destination-check?address=rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN`);
    const { verdict } = (await answer.json()) as { verdict: string };
    if (verdict !== 'new') throw new Error(`the destination check said ${verdict}`);
    durations.push(performance.now() - started);
  }
  const { p50, p99, n } = quantiles(durations);
  print('destination check', `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`, `n=${n}, aim p50 ≤ 15 ms`);
}

/** @returns the transfer's id, and its owner's cookie */
async function createTransfer(url: string): Promise<{ id: string; cookie: string }> {
  const answer = await fetch(`${url}/api/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromExchange: 'coinbase', toWallet: 'xumm', serviceFee: '4.00' }),
  });
  const { id } = (await answer.json()) as { id: string };
  return { id, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function load(
  url: string,
  request: { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string },
): Promise<number> {
  const { path: requestPath, ...rest } = request;
  const result = await autocannon({ url: `${url}${requestPath}`, connections, duration: seconds, ...rest });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.method} ${requestPath}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result.requests.average;
}
