import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servicePortOffsets } from '@xrp-bridge/contracts/services';
import { withOwner } from '@xrp-bridge/runtime/db';
import { sql } from 'kysely';
import { expect, onTestFailed, onTestFinished, vi } from 'vitest';
import { type DistributedProduct, startDistributed } from '../../process/distributed.ts';
import { findFreePorts } from '../../process/free-port.ts';
import * as target from '../../process/target.ts';

export type Running = target.Running;

/** Options of `vi.waitFor`. */
export const longTimeout = { timeout: 150_000 };

/** Starts the product's entrypoint with these settings and no others. The process ends with the test. */
export function startTarget(settings: Record<string, string>): Running {
  return endingWithTest(target.startTarget(settings));
}

/** Starts a program, which ends with the test. */
export function startProgram(...given: Parameters<typeof target.startProgram>): Running {
  return endingWithTest(target.startProgram(...given));
}

function endingWithTest(running: Running): Running {
  onTestFailed(() => console.error(running.output()));
  onTestFinished(running.stop);
  return running;
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

/** Deletes a database with all its data, and creates it again. */
export async function destroy(url: string): Promise<void> {
  const name = sql.id(new URL(url).pathname.slice(1));
  await withOwner(Object.assign(new URL(url), { pathname: '/postgres' }).href, async (db) => {
    await sql`drop database ${name} with (force)`.execute(db);
    await sql`create database ${name}`.execute(db);
  });
}

export const operatorPassword = 'a-password-for-operators';

/** The addresses of a running product. */
export interface SystemUnderTest {
  bff: string;
  sandbox: string;
}

type Settings = Record<string, string> & { DATABASE_URL: string };

/** Starts a process for each target, all on one database. The processes end with the test. */
export async function startTargets(
  settings: Settings,
  mostInstances: 1 | 2 = 1,
): Promise<SystemUnderTest & DistributedProduct> {
  const product = await startDistributed({
    services: servicePortOffsets,
    mostInstances,
    settings: { DATA_DIR: await createFolder(), OPERATOR_PASSWORD: operatorPassword, ...settings },
  });
  onTestFinished(product.stop);
  return { ...product, bff: product.url, sandbox: product.sandboxUrl };
}

/** Starts all targets in one process. */
export async function startAll(settings: Settings): Promise<SystemUnderTest & Running> {
  const port = await findFreePorts([0, 1, 2]);
  const common = { PORT: String(port), DATA_DIR: await createFolder(), OPERATOR_PASSWORD: operatorPassword };
  const running = startTarget({ ...common, ...settings });
  await running.ready;
  return { ...running, bff: `http://127.0.0.1:${port}`, sandbox: `http://127.0.0.1:${port + 1}` };
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
 * Creates a transfer and opens its payment as a browser does.
 * @param headers further headers of the call that opens the payment
 */
export async function openPayment(
  { bff, sandbox }: SystemUnderTest,
  email: string,
  more: { destinationAddress?: string } = {},
  headers: Record<string, string> = {},
) {
  const created = await fetch(`${bff}/api/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromExchange: 'kraken', toWallet: 'ledger', serviceFee: '4.00', email, ...more }),
  });
  if (!created.ok) throw new Error(`POST /api/transfers: ${created.status} ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  const cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // On a busy machine, the provider's first response may take longer than its timeout. A customer then tries again.
  const opened = await vi.waitFor(
    async () => {
      const result = await send<{ clientSecret: string }>(
        `${bff}/api/create-payment-intent`,
        { transferId: id },
        { headers: { cookie, ...headers } },
      ).catch((error: Error) => error);
      if (result instanceof Error && result.message.includes('payment_provider_unavailable')) throw result;
      return result;
    },
    { timeout: 30_000, interval: 1_000 },
  );
  // Any other error is not repeated.
  if (opened instanceof Error) throw opened;
  const { clientSecret } = opened;
  const intentId = clientSecret.split('_secret_')[0] as string;
  return {
    id,
    intentId,
    /** Pays at the provider with one of its test cards. @returns the provider's status */
    async payWith(card: string): Promise<number> {
      const { status } = await fetch(`${sandbox}/v1/payment_intents/${intentId}/confirm`, {
        method: 'POST',
        headers: { authorization: 'Bearer pk_sandbox_xrp_bridge' },
        body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
      });
      return status;
    },
  };
}

/** Creates a transfer and pays for it, with the parameters of `openPayment`. */
export async function payForTransfer(
  ...given: Parameters<typeof openPayment>
): Promise<{ id: string; intentId: string }> {
  const { id, intentId, payWith } = await openPayment(...given);
  expect(await payWith('pm_card_visa')).toBe(200);
  return { id, intentId };
}

/** Waits until the instructions of a paid transfer can be read. */
export async function expectInstructions({ bff }: SystemUnderTest, id: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await fetch(`${bff}/api/transfer-instructions/${id}`)).status).toBe(200),
    longTimeout,
  );
}

/** Waits until exactly `count` mails to an address have arrived. @returns their texts */
export async function expectMails({ sandbox }: SystemUnderTest, email: string, count: number): Promise<string[]> {
  return vi.waitFor(async () => {
    const { mails } = await send<{ mails: { to: string; text: string }[] }>(`${sandbox}/_sandbox/state`);
    const received = mails.filter((mail) => mail.to === email);
    expect(received).toHaveLength(count);
    return received.map(({ text }) => text);
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
