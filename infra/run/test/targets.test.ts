import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@xrp-bridge/runtime/testing';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../free-port.ts';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) await end(child);
});

interface Running {
  child: ChildProcess;
  output(): string;
  /** Resolves with the line that begins with Ready; rejects when the process ends first. */
  ready: Promise<string>;
  ended: Promise<number | null>;
}

function start(settings: Record<string, string>): Running {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [entry], { env: { PATH, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const line = /^Ready on .*$/m.exec(output)?.[0];
        if (line) resolve(line);
      });
    }
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  // A test that expects a failure looks at `ended`.
  ready.catch(() => {});
  return { child, output: () => output, ready, ended };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'xrp-bridge-run-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function post<Answer>(url: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

test('each target runs alone, and together they take a payment', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const port = await findFreePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: await folder(),
    INTERNAL_TOKEN: 'a-token-shared-by-the-targets',
    STRIPE_WEBHOOK_SECRET: 'whsec_shared_by_the_targets',
    OPERATOR_PASSWORD: 'a-password-for-operators',
  };
  const targets = ['sandbox', 'transfer', 'payment', 'notification', 'bff'].map((TARGET) =>
    start({ ...settings, TARGET }),
  );
  await Promise.all(targets.map((target) => target.ready));

  const bff = `http://127.0.0.1:${port}`;
  const { id } = await post<{ id: string }>(`${bff}/api/transfers`, {
    fromExchange: 'kraken',
    toWallet: 'ledger',
    serviceFee: '4.00',
    email: 'targets@example.com',
  });
  const { clientSecret } = await post<{ clientSecret: string }>(`${bff}/api/create-payment-intent`, { transferId: id });
  const confirmed = await fetch(
    `http://127.0.0.1:${port + 1}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer sk_sandbox_xrp_bridge', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'payment_method=pm_card_visa',
    },
  );
  expect(confirmed.status).toBe(200);
  await vi.waitFor(async () => expect((await fetch(`${bff}/api/transfer-instructions/${id}`)).status).toBe(200), {
    timeout: 20_000,
  });
  await vi.waitFor(
    async () => {
      const { mails } = (await (await fetch(`http://127.0.0.1:${port + 1}/_sandbox/state`)).json()) as {
        mails: { to: string }[];
      };
      expect(mails.map((mail) => mail.to)).toEqual(['targets@example.com']);
    },
    { timeout: 20_000 },
  );
  expect((await fetch(`${bff}/readyz`)).status).toBe(200);

  // One service gone: the BFF says so, and everything that does not need it goes on.
  await end(targets[2]?.child as ChildProcess);
  expect((await fetch(`${bff}/readyz`)).status).toBe(503);
  expect((await fetch(`${bff}/api/transfers/${id}`)).status).toBe(200);
});

test('names every setting that does not work, at once, and starts nothing', async () => {
  const { ended, output } = start({
    TARGET: 'transfer,payment',
    MODE: 'production',
    DATABASE_URL: 'mysql://nowhere',
    PUBLIC_URL: 'not an address',
    DATA_DIR: await folder(),
  });
  expect(await ended).toBe(1);
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'INTERNAL_TOKEN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    expect(output()).toContain(`${name}: `);
  }
  expect(output()).not.toContain('mysql://nowhere');
});

test.each([
  [{ TARGET: 'transfers' }, 'TARGET must be one or more of'],
  [{ TARGET: 'transfer' }, 'Only TARGET=all brings a database of its own'],
  [{ PORT: 'http' }, 'PORT: '],
])('says what is wrong with %o', async (settings, words) => {
  const { ended, output } = start({ DATA_DIR: await folder(), ...settings });
  expect(await ended).toBe(1);
  expect(output()).toContain(words);
  expect(output()).not.toContain('    at ');
});

test('the sandbox refuses to stand in for real providers in production', async () => {
  const { ended, output } = start({ TARGET: 'sandbox', MODE: 'production', DATA_DIR: await folder() });
  expect(await ended).not.toBe(0);
  expect(output()).toMatch(/production/i);
});
