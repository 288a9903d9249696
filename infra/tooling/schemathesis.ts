import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../process/product.ts';
import { findOnPath } from './find-on-path.ts';

// Runs the fuzzer Schemathesis (https://schemathesis.readthedocs.io) on the whole product with the sandbox. Schemathesis
// reads the OpenAPI document that the product serves, and calls all routes as an operator who also owns a guide and the
// concierge.

const { values } = parseArgs({
  options: {
    /** The seed of all random choices. */
    seed: { type: 'string', default: '1' },
    /** Generated inputs per route, in addition to Schemathesis's systematic ones. */
    inputs: { type: 'string', default: '100' },
  },
});

const schemathesis = findOnPath('schemathesis');
if (!schemathesis) {
  console.log(
    'SKIPPED: schemathesis is not on the PATH. Install it in a virtual environment: pip install schemathesis',
  );
  process.exit();
}

const operatorPassword = 'fuzzing-operator-password';
const dataDir = await mkdtemp(join(tmpdir(), 'xrp-bridge-schemathesis-'));
const ending = new AbortController();
// A further signal has no effect, so that no process is left behind.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
const product = await startProduct({ DATA_DIR: dataDir, OPERATOR_PASSWORD: operatorPassword });
try {
  const [, operator] = await post('/api/operator/session', { password: operatorPassword });
  const order = { fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '17.76', email: 'ada@example.com' };
  const [transfer, owner] = await post('/api/transfers', order);
  const { id } = JSON.parse(transfer) as { id: string };
  await post(`/api/admin/bypass-payment/${id}`, { reason: 'Fuzzing' }, operator);
  const [, concierge] = await post('/api/concierge/complete', {}, owner);
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const args = ['--config-file', config, 'run', `${product.url}/api/openapi.json`];
  const options = [`--seed=${values.seed}`, `--max-examples=${values.inputs}`];
  const env = { ...process.env, FUZZ_COOKIE: [operator, owner, concierge].join('; '), FUZZ_TRANSFER: id };
  const fuzzer = spawn(schemathesis, [...args, ...options], { stdio: 'inherit', env, signal: ending.signal });
  [process.exitCode] = await once(fuzzer, 'exit');
} finally {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Sends a request. @returns the response's text and cookies */
async function post(path: string, body: object, cookie = ''): Promise<[text: string, cookies: string]> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return [await answer.text(), cookies.join('; ')];
}
