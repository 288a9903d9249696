import { describe, expect, it } from 'vitest';
import { start, transfer } from '../../test/sample-transfer.ts';
import { arrive, completeClaimed, confirmArrival, withdrawClaim } from './completion.ts';
import { type Arrival, change } from './transfer.ts';

const now = new Date('2026-11-20T11:00:00Z');

const arrival: Arrival = { hash: 'A'.repeat(64), deliveredDrops: 2_000_000n, ledgerIndex: 7, at: start };
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);

describe('confirmArrival', () => {
  const paid = transfer({ status: 'instructions_sent' });

  it('refuses an unpaid transfer', () => {
    expect(confirmArrival(transfer(), [], false, now)).toEqual({ outcome: 'refused', code: 'payment_required' });
  });

  it('completes a transfer with an arrival only once', () => {
    expect(confirmArrival(paid, [arrival], false, now)).toMatchObject({
      changed: ['status'],
      transfer: { status: 'completed', arrivalClaimedAt: null },
    });
    expect(confirmArrival(transfer({ status: 'completed' }), [arrival], false, now)).toEqual({ outcome: 'unchanged' });
  });

  it.each([
    ['nothing', paid, []],
    ['only an arrival from before the address was changed', { ...paid, addressChangedAt: now }, [arrival]],
  ])('stores the claim if the ledger shows %s, and retains the time of the first claim', (_, open, arrivals) => {
    const claimed = { ...open, arrivalClaimedAt: now, version: 4, updatedAt: now };
    expect(confirmArrival(open, arrivals, false, now)).toEqual({
      outcome: 'changed',
      changed: ['arrivalClaim'],
      transfer: claimed,
    });
    expect(confirmArrival(claimed, arrivals, false, start)).toEqual({ outcome: 'unchanged' });
  });

  it('stores a claim of the rest if the ledger shows the test but not the rest', () => {
    expect(confirmArrival({ ...paid, amountDrops: 5_000_000_000n }, [arrival], true, now)).toMatchObject({
      changed: ['arrivalClaim'],
      transfer: { status: 'instructions_sent', arrivalClaimedAt: now },
    });
  });

  it.each(['refunded', 'expired'] as const)('refuses a %s transfer', (status) => {
    expect(confirmArrival(transfer({ status }), [], false, now)).toEqual({
      outcome: 'refused',
      code: 'transfer_closed',
    });
  });
});

describe('a claim of an arrival', () => {
  const claimed = transfer({ status: 'instructions_sent', destinationAddress: 'rOld', arrivalClaimedAt: start });

  it('can be withdrawn for 24 hours', () => {
    const gone = { changed: ['arrivalClaim'], transfer: { arrivalClaimedAt: null, status: 'instructions_sent' } };
    expect(withdrawClaim({ ...claimed, arrivalClaimedAt: hours(24) }, now)).toMatchObject(gone);
    const late = { ...claimed, arrivalClaimedAt: new Date(hours(24).getTime() - 1) };
    expect(withdrawClaim(late, now)).toEqual({ outcome: 'refused', code: 'claim_final' });
    expect(withdrawClaim({ ...claimed, status: 'completed' }, now)).toEqual({
      outcome: 'refused',
      code: 'transfer_closed',
    });
    expect(withdrawClaim(transfer(), now)).toEqual({ outcome: 'unchanged' });
  });

  it('completes the transfer after 14 days', () => {
    const due = { ...claimed, arrivalClaimedAt: hours(14 * 24) };
    expect(completeClaimed(due, now)).toMatchObject({ changed: ['status'], transfer: { status: 'completed' } });
    const early = { ...claimed, arrivalClaimedAt: new Date(hours(14 * 24).getTime() + 1) };
    expect(completeClaimed(early, now)).toEqual({ outcome: 'unchanged' });
    expect(completeClaimed({ ...due, status: 'refunded' }, now)).toEqual({ outcome: 'unchanged' });
    expect(completeClaimed({ ...due, arrivalClaimedAt: null }, now)).toEqual({ outcome: 'unchanged' });
  });

  it('ends when the address changes', () => {
    expect(change(claimed, { destinationAddress: 'rNew' }, now)).toMatchObject({
      changed: ['destinationAddress', 'arrivalClaim'],
      transfer: { arrivalClaimedAt: null },
    });
  });

  it('ends with the first arrival, which completes the transfer, if no amount was stated', () => {
    expect(arrive(claimed, 1n, now)).toMatchObject({
      changed: ['arrivals', 'status'],
      transfer: { status: 'completed', arrivalClaimedAt: start },
    });
  });

  it('is deleted when less than 90% of the stated amount arrives', () => {
    expect(arrive({ ...claimed, amountDrops: 10_000_000n }, 2_000_000n, now)).toMatchObject({
      changed: ['arrivals', 'arrivalClaim'],
      transfer: { status: 'instructions_sent', arrivalClaimedAt: null },
    });
  });
});

describe('arrive', () => {
  const paid = transfer({ status: 'instructions_sent', amountDrops: 10_000_000n });

  it.each([
    [8_999_999n, 'instructions_sent', ['arrivals']],
    [9_000_000n, 'completed', ['arrivals', 'status']],
    [12_000_000n, 'completed', ['arrivals', 'status']],
  ] as const)('after %s of 10000000 drops sets the status %s', (arrived, status, changed) => {
    expect(arrive(paid, arrived, now)).toEqual({
      outcome: 'changed',
      changed,
      transfer: { ...paid, status, version: 4, updatedAt: now },
    });
  });

  it('does not complete a paid transfer without a stated amount, however much XRP arrives', () => {
    expect(arrive({ ...paid, amountDrops: 0n }, 99_000_000n, now)).toMatchObject({
      changed: ['arrivals'],
      transfer: { status: 'instructions_sent' },
    });
  });

  it.each(['pending', 'completed', 'refunded', 'expired'] as const)('changes nothing for a %s transfer', (status) => {
    expect(arrive({ ...paid, status }, 10_000_000n, now)).toEqual({ outcome: 'unchanged' });
  });
});
