import { expect, test } from 'vitest';
import { readBalance } from './balance.ts';
import type { AccountFacts } from './destination.ts';

const now = new Date('2026-11-22T12:00:00Z');
const reserve = 1_000_000n;

function account(balanceDrops: bigint) {
  const facts: AccountFacts = {
    balanceDrops,
    requiresTag: false,
    depositAuthorization: false,
    refusesXrp: false,
    masterKeyDisabled: false,
    regularKey: null,
    sharedByMany: false,
  };
  return { found: 'account', account: facts, ledgerIndex: 7 } as const;
}

test('the spendable balance is the balance minus the reserve, and at least 0', () => {
  expect(readBalance(account(25_500_001n), reserve, now)).toEqual({
    state: 'found',
    balanceXrp: '25.500001',
    reserveXrp: '1',
    spendableXrp: '24.500001',
    ledgerIndex: 7,
    checkedAt: now.toISOString(),
  });
  expect(readBalance(account(999_999n), reserve, now)).toMatchObject({ balanceXrp: '0.999999', spendableXrp: '0' });
});

test('a missing account has the state empty, and a missing answer the state unknown', () => {
  const nothing = { balanceXrp: null, reserveXrp: null, spendableXrp: null };
  expect(readBalance({ found: 'nothing', ledgerIndex: 7 }, reserve, now)).toMatchObject({ state: 'empty', ...nothing });
  expect(readBalance({ found: 'unknown' }, reserve, now)).toMatchObject({ state: 'unknown', ...nothing });
});
