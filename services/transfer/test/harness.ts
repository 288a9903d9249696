import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PaymentRefunded, PaymentSucceeded } from '@xrp-bridge/contracts/payment';
import { transferApi } from '@xrp-bridge/contracts/transfer';
import { type JobHandler, type Logger, work } from '@xrp-bridge/runtime';
import { createTestDatabase, type TestDatabase, type TestService, testService } from '@xrp-bridge/runtime/testing';
import { startSandbox } from '@xrp-bridge/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { BaseContext, Context } from '../src/context.ts';
import { createContext, transferService } from '../src/index.ts';
import { transferJobs } from '../src/jobs.ts';
import { insertArrival } from '../src/store.ts';
import { listWatches } from '../src/watch-store.ts';

/** Valid addresses without an account, until a test funds them. */
export const wallets = ['rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'] as const;

/** Returns an invented address with a valid checksum: the first 4 bytes of a double SHA-256, in base58. */
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
  /** The URLs of both servers, in the format of XRPL_WS_URL. */
  urls: string;
  servers: readonly [string, string];
  pay(order: object): Promise<{ hash: string; ledgerIndex: number; hashes: string[] }>;
  fund(address: string, drops: string, more?: object): Promise<void>;
  /** Closes `count` ledgers, by default one. */
  closeLedger(count?: number): Promise<number>;
  fault(kind: string, more?: object): Promise<void>;
  /** Ends all faults. */
  heal(): Promise<void>;
  setLedgerCosts(costs: object): Promise<void>;
  /** Holds the ledger: until the next reset, only `closeLedger` closes ledgers. */
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

/** Starts the sandbox's ledger, and returns its controls for tests. */
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
    setLedgerCosts: (costs) => control('PUT', 'xrpl', costs),
    holdLedger: () => control('PUT', 'xrpl', { held: true }),
    advanceClock: (ms) => control('POST', 'clock', { advanceMs: ms }),
    status: () => control('GET', 'xrpl'),
    reset: () => control('POST', 'reset'),
    stop: sandbox.stop,
  };
}

export const silentLog = { warn() {}, info() {}, debug() {}, error() {} } as unknown as Logger;

/** Repeats the check until it passes. The timeout allows for a server's back-off of half a minute. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 150_000, interval: 25 });
}

/** Closes a ledger and waits until the service has received it. */
export async function closeLedger(test: TestService<Context>, outside: Outside): Promise<number> {
  const closed = await outside.closeLedger();
  return eventually(() => {
    const received = test.context.ledger.state()?.ledgerIndex ?? 0;
    if (received < closed) throw new Error('The service has not received the newest ledger');
    return received;
  });
}

/** Returns helpers that call the service that `current` returns. */
function callsOf(current: () => TestService<Context>) {
  const call: TestService<Context>['client']['call'] = (...given) => current().client.call(...given);
  const publish: TestService<Context>['publish'] = (...given) => current().publish(...given);
  return {
    publish,
    read: (id: string) => call(transferApi.read, { params: { id } }),
    change: (id: string, body: object) => call(transferApi.change, { params: { id }, body }),
    confirmArrival: (id: string) => call(transferApi.confirmArrival, { params: { id } }),
    readInstructions: (id: string, forOwner = true) =>
      call(transferApi.readInstructions, { params: { id }, query: { forOwner } }),
    /** Lists the data of the events about a transfer, oldest first. */
    async eventsOf(id: string, type?: string): Promise<Json[]> {
      const events = await current().published(type);
      return events.filter(({ subject }) => subject === id).map(({ data }) => data);
    },
  };
}

/** Starts the service for the tests of a file, without a ledger. Its clock returns `clock.now`. */
export function useService() {
  const start = new Date('2026-11-20T10:00:00Z');
  const clock = { now: start };
  let test: TestService<Context>;
  beforeEach(() => {
    clock.now = start;
  });
  beforeAll(async () => {
    test = await testService<Context>(transferService, { clock: () => clock.now });
  });
  afterAll(() => test.stop());
  return {
    clock,
    get test() {
      return test;
    },
    /** Creates a transfer, by default without an address. */
    create: (over: object = {}) => createTransfer(test, { destinationAddress: null, ...over }),
    ...callsOf(() => test),
  };
}

/**
 * Starts the service and the ledger for the tests of a file.
 * The schedules are off, because tests run their jobs. Each test begins with two funded wallets and without watches.
 */
export function useWatching() {
  let outside: Outside;
  let database: TestDatabase;
  let test: TestService<Context>;
  const calls = callsOf(() => test);

  const watching = {
    ...calls,
    clockOffsetMs: 0,
    get outside() {
      return outside;
    },
    get test() {
      return test;
    },
    async start() {
      test = await testService<Context>(
        {
          ...transferService,
          context: (base: BaseContext) => createContext(base, { firstBackoffMs: 50 }),
          schedules: () => [],
          jobs: (context) => transferJobs(context).map(withRetries),
        },
        {
          environment: { XRPL_WS_URL: outside.urls },
          database,
          clock: () => new Date(Date.now() + watching.clockOffsetMs),
        },
      );
    },
    stop: () => test.stop(),
    /** Creates a paid transfer, which is watched. */
    watch: (over: object = {}) => createTransfer(test, { paid: true, ...over }),
    async send(order: object): Promise<string> {
      const { hash } = await outside.pay({ destination: wallets[0], ...order });
      await closeLedger(test, outside);
      return hash;
    },
    arrived: (id: string, hashes: string[]) =>
      eventually(async () => {
        const transfer = await calls.read(id);
        expect(transfer.arrivals.map(({ hash }) => hash)).toEqual(hashes);
        return transfer;
      }),
  };

  beforeAll(async () => {
    outside = await startOutside();
    database = await createTestDatabase();
    await watching.start();
  });
  beforeEach(async () => {
    watching.clockOffsetMs = 0;
    await outside.reset();
    for (const wallet of wallets) await outside.fund(wallet, '5000000');
    await closeLedger(test, outside);
  });
  afterEach(async () => {
    await outside.heal();
    for (const { transferId } of await listWatches(test.context.db)) {
      await test.publish(PaymentRefunded, transferId, refundOf(transferId));
    }
    await eventually(async () => expect(await listWatches(test.context.db)).toEqual([]));
  });
  afterAll(async () => {
    await test.stop();
    await outside.stop();
    await database.drop();
  });
  return watching;
}

/** Retries a job as attempt 1 until it succeeds, so that one server alone never confirms a payment. */
function withRetries({ definition, run }: JobHandler): JobHandler {
  return work(definition, async (data, job) => {
    for (;;) {
      try {
        return await run(data, { ...job, attempt: 1 });
      } catch (error) {
        if (job.signal.aborted) throw error;
        await wait(25);
      }
    }
  });
}

/** Returns the body that creates a transfer from Coinbase to Xumm, with a random id. */
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

/** Creates a transfer, and pays for it if `paid` is true. */
export async function createTransfer(
  test: TestService<Context>,
  { paid = false, ...over }: { paid?: boolean; [field: string]: unknown } = {},
): Promise<string> {
  const { id } = await test.client.call(transferApi.create, { body: transferBody(over) });
  if (paid) await payFor(test, id);
  return id;
}

/** Returns the data of `payment.succeeded`. */
export function paymentOf(transferId: string, product = 'guide') {
  return { paymentId: randomUUID(), transferId, product, amountCents: 400, currency: 'USD' };
}

/** Returns the data of `payment.refunded` for the whole guide. */
export function refundOf(transferId: string) {
  return { ...paymentOf(transferId), refundedCents: 400, closes: 'guide' };
}

/** Completes a paid transfer: the customer confirms an arrival that was recorded. */
export async function completeTransfer(test: TestService<Context>, id: string) {
  const arrival = { hash: 'A'.repeat(64), deliveredDrops: 2_000_000n, ledgerIndex: 7, at: test.context.clock() };
  await test.context.transact((tx) => insertArrival(tx, id, arrival));
  return test.client.call(transferApi.confirmArrival, { params: { id } });
}

/** Runs a job of a schedule. */
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
