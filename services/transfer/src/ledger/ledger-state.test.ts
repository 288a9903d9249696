import { describe, expect, it } from 'vitest';
import { UntrustedReply } from './connection.ts';
import { type LedgerState, readLedgerState } from './ledger-state.ts';

const now = { wallMs: Date.UTC(2026, 10, 20, 12), monotonicMs: 900_000 };
/** Returns the instant this many milliseconds before `now`, by both clocks. */
const before = (ms: number) => ({ wallMs: now.wallMs - ms, monotonicMs: now.monotonicMs - ms });
const message = {
  ledger_index: 100_000_000,
  ledger_time: now.wallMs / 1_000 - 946_684_800,
  fee_base: 10,
  reserve_base: 1_000_000,
  reserve_inc: 200_000,
};
const newest: LedgerState = {
  ledgerIndex: 100_000_000,
  reserveBaseDrops: 1_000_000n,
  baseFeeDrops: 10n,
  receivedAt: before(3_000),
};

it('a ledger message may contain the reserve and the fee as numbers or strings', () => {
  const expected = { ledgerIndex: 100_000_001, reserveBaseDrops: 2_000_000n, baseFeeDrops: 12n, receivedAt: now };
  const next = { ...message, ledger_index: 100_000_001 };
  expect(readLedgerState({ ...next, reserve_base: 2_000_000, fee_base: 12 }, newest, now)).toEqual(expected);
  expect(readLedgerState({ ...next, reserve_base: '2000000', fee_base: '12' }, null, now)).toEqual(expected);
});

describe('a ledger message', () => {
  it.each([
    ['without an index', { ledger_index: undefined }],
    ['with a negative index', { ledger_index: -1 }],
    ['without a reserve', { reserve_base: undefined }],
    ['with a reserve of 0', { reserve_base: 0 }],
    ['with a reserve of 201 XRP', { reserve_base: 201_000_000 }],
    ['with a reserve that is not a number', { reserve_base: '1e6' }],
    ['with a fee of more than an XRP', { fee_base: 1_000_001 }],
    ['when its index is more than 20 behind', { ledger_index: 100_000_000 - 21 }],
    ['when its index is too high', { ledger_index: 100_000_000 + 104 }],
    ['when its ledger is an hour old', { ledger_time: message.ledger_time - 3_601 }],
  ])('is not trusted %s', (_, change) => {
    expect(() => readLedgerState({ ...message, ...change }, newest, now)).toThrow(UntrustedReply);
  });
});

it('a ledger message is trusted up to 20 ledgers behind the newest ledger, and more ledgers ahead of it after a pause', () => {
  expect(readLedgerState({ ...message, ledger_index: 100_000_000 - 20 }, newest, now).ledgerIndex).toBe(99_999_980);
  const minuteAgo = { ...newest, receivedAt: before(60_000) };
  expect(readLedgerState({ ...message, ledger_index: 100_000_000 + 160 }, minuteAgo, now).ledgerIndex).toBe(
    100_000_160,
  );
});

it('the newest ledger expires after five minutes, because its server may have invented it', () => {
  const liar = { ...newest, ledgerIndex: 2_000_000_000, receivedAt: before(299_999) };
  expect(() => readLedgerState(message, liar, now)).toThrow(UntrustedReply);
  expect(readLedgerState(message, { ...liar, receivedAt: before(300_000) }, now).ledgerIndex).toBe(100_000_000);
});

it.each([
  ['whose clock was set back by an hour', { wallMs: now.wallMs - 3_600_000, monotonicMs: now.monotonicMs }, 1],
  ['that slept for an hour', { wallMs: now.wallMs + 3_600_000, monotonicMs: now.monotonicMs }, 900],
])('the next ledger is trusted on a host %s', (_, clocks, ledgers) => {
  const next = { ...message, ledger_index: newest.ledgerIndex + ledgers };
  const ledger_time = clocks.wallMs / 1_000 - 946_684_800;
  expect(readLedgerState({ ...next, ledger_time }, newest, clocks).ledgerIndex).toBe(next.ledger_index);
});
