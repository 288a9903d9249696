import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import type { Logger } from '@xrp-bridge/runtime';
import type { TestService } from '@xrp-bridge/runtime/testing';
import { startSandbox } from '@xrp-bridge/sandbox';
import { vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { transferJobs } from '../src/jobs.ts';
import { insertArrival } from '../src/store.ts';

/** Checksum-valid addresses without an account of their own, until a test gives them one. */
export const wallets = ['rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'] as const;

/** A made-up address with a right checksum: base58 of a zero byte, 20 bytes, and 4 bytes of a double SHA-256. */
export function addressOf(index: number): string {
  const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
  const payload = Buffer.concat([Buffer.of(0), sha256(`wallet ${index}`).subarray(0, 20)]);
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  const dictionary = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
  let text = '';
  for (let number = BigInt(`0x${bytes.toString('hex')}`); number > 0n; number /= 58n) {
    text = dictionary[Number(number % 58n)] + text;
  }
  return 'r'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

export type Json = ReturnType<typeof JSON.parse>;

export interface Outside {
  /** Both servers, as XRPL_WS_URL takes them. */
  urls: string;
  servers: readonly [string, string];
  pay(order: object): Promise<{ hash: string; ledgerIndex: number; hashes: string[] }>;
  fund(address: string, drops: string, more?: object): Promise<void>;
  /** Closes the next ledger now. */
  closeLedger(count?: number): Promise<number>;
  fault(kind: string, more?: object): Promise<void>;
  /** Ends all faults. */
  heal(): Promise<void>;
  setFigures(figures: object): Promise<void>;
  /** From now on ledgers close by `closeLedger` alone, until the next reset. */
  holdLedger(): Promise<void>;
  advanceClock(ms: number): Promise<void>;
  status(): Promise<{ ledgerIndex: number; servers: Record<'a' | 'b', ServerStatus> }>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

interface ServerStatus {
  connections: number;
  accounts: number;
  commands: Record<string, number>;
}

/** The sandbox's ledger, and what tests do to it. */
export async function startOutside(): Promise<Outside> {
  const sandbox = await startSandbox({ port: 0, publicUrl: 'http://localhost:3000', webhookSecret: 'whsec_test' });
  async function control(method: string, path: string, body?: object): Promise<Json> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  }
  const [a, b] = sandbox.xrplUrl.split(',') as [string, string];
  return {
    urls: sandbox.xrplUrl,
    servers: [a, b],
    pay: (order) => control('POST', 'xrpl/payments', { drops: '25000000', ...order }),
    fund: (address, drops, more) => control('POST', 'xrpl/accounts', { address, drops, ...more }),
    closeLedger: async (count = 1) => (await control('POST', 'xrpl/ledgers', { count })).ledgerIndex,
    fault: (kind, more) => control('POST', 'faults', { provider: 'xrpl', kind, forMs: 3_600_000, ...more }),
    heal: () => control('POST', 'faults', { provider: 'xrpl', kind: 'down', forMs: 0 }),
    setFigures: (figures) => control('PUT', 'xrpl', figures),
    holdLedger: () => control('PUT', 'xrpl', { held: true }),
    advanceClock: (ms) => control('POST', 'clock', { advanceMs: ms }),
    status: () => control('GET', 'xrpl'),
    reset: () => control('POST', 'reset'),
    stop: sandbox.stop,
  };
}

export const silentLog = { warn() {}, info() {}, debug() {}, error() {} } as unknown as Logger;

/** Tries until it holds: a server that has failed several times is left alone for half a minute. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 150_000, interval: 25 });
}

/** Closes a ledger and waits until the service has heard of it. */
export async function hearLedger(test: TestService<Context>, outside: Outside): Promise<number> {
  const closed = await outside.closeLedger();
  return eventually(() => {
    const heard = test.context.ledger.state()?.ledgerIndex ?? 0;
    if (heard < closed) throw new Error('The service has not heard of the newest ledger');
    return heard;
  });
}

/** The body that creates a transfer of Coinbase to Xumm, with a random id. */
export function transferBody(over: object = {}) {
  return {
    id: randomBytes(16).toString('hex'),
    fromExchange: 'coinbase' as const,
    toWallet: 'xumm' as const,
    amountDrops: '0',
    destinationAddress: wallets[0] as string | null,
    destinationTag: null,
    serviceFee: '4.00' as const,
    ...over,
  };
}

/** Creates a transfer, and pays for it if it is to be paid. */
export async function createTransfer(
  test: TestService<Context>,
  { paid = false, ...over }: { paid?: boolean; [field: string]: unknown } = {},
): Promise<string> {
  const { id } = await test.client.call(transferApi.create, { body: transferBody(over) });
  if (paid) await payFor(test, id);
  return id;
}

/** The data of `payment.succeeded`. */
export function paymentOf(transferId: string, product = 'guide') {
  return { paymentId: randomUUID(), transferId, product, amountCents: 400, currency: 'USD' };
}

/** Completes a paid transfer: the customer confirms an arrival that was recorded. */
export async function completeTransfer(test: TestService<Context>, id: string) {
  const arrival = { hash: 'A'.repeat(64), deliveredDrops: 2_000_000n, ledgerIndex: 7, at: test.context.clock() };
  await test.context.transact((tx) => insertArrival(tx, id, arrival));
  return test.client.call(transferApi.confirmArrival, { params: { id } });
}

/** Runs a job of a schedule now. */
export async function runJob(test: TestService<Context>, name: string): Promise<void> {
  const job = transferJobs(test.context).find(({ definition }) => definition.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await job.run({}, { id: name, attempt: 1, lastAttempt: true, signal: new AbortController().signal });
}

export async function payFor(test: TestService<Context>, transferId: string): Promise<void> {
  await test.publish(PaymentSucceeded, transferId, paymentOf(transferId));
  await eventually(async () => {
    const { status } = await test.client.call(transferApi.read, { params: { id: transferId } });
    if (status !== 'instructions_sent') throw new Error(`The transfer is ${status}`);
  });
}
