import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  byUrlSetting,
  type ServiceName,
  serviceNames,
  servicePortOffsets,
  urlSettingOf,
} from '@xrp-bridge/contracts/services';
import { expect, onTestFinished, vi } from 'vitest';
import { findFreePorts } from '../../process/free-port.ts';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
const longTimeout = { timeout: 150_000 };

export interface Running {
  /** Everything that the process has printed, including errors. */
  output(): string;
  /** Resolves with the line that begins with Ready; rejects if the process exits first. */
  ready: Promise<string>;
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts the product's entrypoint with these settings and no others. The process ends with the test. */
export function startTarget(settings: Record<string, string>): Running {
  const { PATH } = process.env;
  return startProgram([process.execPath, entry], { env: { PATH, ...settings } });
}

/** Starts a program, which ends with the test. */
export function startProgram(
  [program = '', ...args]: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>,
): Running {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  // The code awaits `close` instead of `exit`, because the last output may arrive after `exit`.
  const ended = once(child, 'close').then(([code]) => code as number | null);
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
  // This handler prevents an unhandled rejection: a test that expects a failed start awaits only `ended`.
  ready.catch(() => {});
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  return { output: () => output, ready, ended, stop };
}

/** Runs a command of `npm run` with these settings and no others. */
export async function runEntry(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { PATH } = process.env;
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { env: { PATH, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Creates a folder that is removed after the test. */
export async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'xrp-bridge-run-'));
  // After the product has ended suddenly, its database still writes files for a moment, so the removal is retried.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

/** Difference between the ports of two instances of a service. */
const toNextInstance = 10;

/** Offsets from PORT: the BFF, the sandbox (two ports), and at most two instances of each service. */
const portsOfTargets = [
  0,
  1,
  2,
  ...Object.values(servicePortOffsets).flatMap((offset) => [offset, offset + toNextInstance]),
];

/** Every target that can run in its own process. */
export const everyTarget = ['sandbox', ...serviceNames, 'bff'];

export const operatorPassword = 'a-password-for-operators';

/** The addresses of a running product. */
export interface SystemUnderTest {
  bff: string;
  sandbox: string;
}

/** A product whose parts run in several processes. */
export interface DistributedSystem extends SystemUnderTest {
  /** The processes. The second instance of the service transfer has the name `transfer 2`. */
  targets: Record<string, Running>;
  /** Stops a process and starts it again. Resolves when it is ready. */
  restart(name: string): Promise<void>;
}

/**
 * Starts a process for each target, all on one database, and waits until all are ready.
 * A service that is named twice runs as two instances.
 */
export async function startTargets(
  names: readonly string[],
  more: Record<string, string> & { DATABASE_URL: string },
): Promise<DistributedSystem> {
  const port = await findFreePorts(portsOfTargets);
  const urlOf = (service: ServiceName, instance: number) =>
    `http://127.0.0.1:${port + servicePortOffsets[service] + toNextInstance * instance}`;
  const settings = {
    PORT: String(port),
    DATA_DIR: await createFolder(),
    INTERNAL_TOKEN: 'a-token-shared-by-the-targets',
    STRIPE_WEBHOOK_SECRET: 'whsec_shared_by_the_targets',
    OPERATOR_PASSWORD: operatorPassword,
    ...byUrlSetting((service) =>
      names
        .filter((name) => name === service)
        .map((_name, instance) => urlOf(service, instance))
        .join(','),
    ),
    ...more,
  };
  const startInstance = (name: string) => {
    const [target = '', instance = '1'] = name.split(' ');
    const isService = serviceNames.includes(target as ServiceName);
    const service = target as ServiceName;
    const own = isService ? { [urlSettingOf(service)]: urlOf(service, Number(instance) - 1) } : {};
    return startTarget({ ...settings, ...own, TARGET: target });
  };
  const unique = names.map((name, index) => (names.indexOf(name) === index ? name : `${name} 2`));
  const targets = Object.fromEntries(unique.map((name) => [name, startInstance(name)]));
  await Promise.all(Object.values(targets).map((target) => target.ready));
  return {
    bff: `http://127.0.0.1:${port}`,
    sandbox: `http://127.0.0.1:${port + 1}`,
    targets,
    async restart(name) {
      await targets[name]?.stop();
      targets[name] = startInstance(name);
      await targets[name].ready;
    },
  };
}

/** Sends JSON and returns the JSON of the response. @throws on any status but 2xx */
export async function send<Answer>(
  url: string,
  body?: unknown,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method = body === undefined ? 'GET' : 'POST', headers } = options;
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/**
 * Creates a transfer and pays for it as a browser does.
 * @param headers further headers of the call that opens the payment
 */
export async function payForTransfer(
  { bff, sandbox }: SystemUnderTest,
  email: string,
  more: { destinationAddress?: string } = {},
  headers: Record<string, string> = {},
): Promise<{ id: string; intentId: string }> {
  const created = await fetch(`${bff}/api/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00', email, ...more }),
  });
  if (!created.ok) throw new Error(`POST /api/transfers: ${created.status} ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  const { clientSecret } = await send<{ clientSecret: string }>(
    `${bff}/api/create-payment-intent`,
    { transferId: id },
    { headers: { cookie: created.headers.getSetCookie()[0]?.split(';')[0] ?? '', ...headers } },
  );
  const intentId = clientSecret.split('_secret_')[0] as string;
  const confirmed = await fetch(`${sandbox}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_sandbox_xrp_bridge' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  expect(confirmed.status).toBe(200);
  return { id, intentId };
}

/** Waits until the instructions of a paid transfer can be read. */
export async function expectInstructions({ bff }: SystemUnderTest, id: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await fetch(`${bff}/api/transfer-instructions/${id}`)).status).toBe(200),
    longTimeout,
  );
}

/** Waits until exactly `count` mails to an address have arrived. */
export async function expectMails({ sandbox }: SystemUnderTest, email: string, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { mails } = await send<{ mails: { to: string }[] }>(`${sandbox}/_sandbox/state`);
    expect(mails.filter((mail) => mail.to === email)).toHaveLength(count);
  }, longTimeout);
}

/** Signs in as an operator. @returns the headers of the session */
export async function signIn({ bff }: SystemUnderTest): Promise<{ cookie: string }> {
  const answer = await fetch(`${bff}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword, name: 'Test' }),
  });
  expect(answer.status).toBe(204);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
