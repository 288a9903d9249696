import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCandidates } from '../src/candidates.ts';
import type { LedgerTransaction } from '../src/domain/arrivals.ts';
import { createLedger, type Ledger } from '../src/ledger/ledger.ts';
import { askTransaction } from '../src/ledger/questions.ts';
import { eventually, type Outside, silentLog, startOutside, wallets } from './harness.ts';

const [wallet] = wallets;
let outside: Outside;
let ledger: Ledger;
let recorded: LedgerTransaction[];

beforeAll(async () => {
  outside = await startOutside();
});
beforeEach(async () => {
  await outside.reset();
  recorded = [];
  ledger = createLedger({ urls: outside.servers, log: silentLog });
  ledger.start();
  await eventually(() => expect(ledger.state()).not.toBeNull());
});
afterEach(async () => {
  await ledger.stop();
  await outside.heal();
});
afterAll(() => outside.stop());

const keep = async (payment: LedgerTransaction) => {
  recorded.push(payment);
};

async function pay(): Promise<LedgerTransaction> {
  const { hash } = await outside.pay({ destination: wallet });
  await outside.closeLedger();
  return (await ledger.ask(askTransaction(hash))).transaction as LedgerTransaction;
}

it('records what another server says, not what it was told', async () => {
  const candidates = createCandidates({ ledger, log: silentLog, record: keep });
  const payment = await pay();
  candidates.add({ ...payment, delivered: 900_000_000n }, outside.servers[0]);
  await eventually(() => expect(recorded).toEqual([payment]));
  expect((await outside.status()).servers.b.commands.tx).toBe(1);
  await candidates.stop();
});

it('holds back how far all is settled, until it is', async () => {
  const stuck = Promise.withResolvers<void>();
  const candidates = createCandidates({ ledger, log: silentLog, record: () => stuck.promise });
  const payment = await pay();
  expect(candidates.oldestLedger()).toBe(Number.POSITIVE_INFINITY);
  candidates.add(payment, outside.servers[0]);
  expect(candidates.oldestLedger()).toBe(payment.ledgerIndex);
  stuck.resolve();
  await eventually(() => expect(candidates.oldestLedger()).toBe(Number.POSITIVE_INFINITY));
  await candidates.stop();
});

it('tries again when it cannot be recorded, and once more when told meanwhile', async () => {
  let attempts = 0;
  const candidates = createCandidates({
    ledger,
    log: silentLog,
    async record(payment) {
      attempts++;
      if (attempts === 1) throw new Error('The database is away');
      if (attempts === 2) candidates.add(payment, outside.servers[0]);
      recorded.push(payment);
    },
  });
  const payment = await pay();
  candidates.add(payment, outside.servers[0]);
  await eventually(() => expect(recorded).toEqual([payment, payment]));
  await candidates.stop();
});

it('gives up a payment that no other server comes to know', async () => {
  const candidates = createCandidates({ ledger, log: silentLog, record: keep });
  const payment = await pay();
  candidates.add({ ...payment, hash: '1'.repeat(64) }, outside.servers[0]);
  await eventually(() => expect(candidates.oldestLedger()).toBe(Number.POSITIVE_INFINITY));
  expect(recorded).toEqual([]);
  expect((await outside.status()).servers.b.commands.tx).toBeGreaterThan(2);
  await candidates.stop();
});

it('waits for another server, and believes one alone only after a while', async () => {
  const payment = await pay();
  await outside.fault('down', { server: 'b' });
  const patient = createCandidates({ ledger, log: silentLog, record: keep });
  const impatient = createCandidates({ ledger, log: silentLog, record: keep, aloneMs: 0 });
  patient.add(payment, outside.servers[0]);
  await eventually(async () => expect((await outside.status()).ledgerIndex).toBeGreaterThan(payment.ledgerIndex ?? 0));
  expect(recorded).toEqual([]);
  impatient.add(payment, outside.servers[0]);
  await eventually(() => expect(recorded).toEqual([payment]));
  await outside.heal();
  await eventually(() => expect(recorded).toEqual([payment, payment]));
  await Promise.all([patient.stop(), impatient.stop()]);
});
