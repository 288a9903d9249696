import type { ConciergeState } from '@xrp-bridge/contracts/transfer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { start, transfer } from '../../test/sample-transfer.ts';
import { arrive, claimDays, completeClaimed, confirmArrival, withdrawClaim } from './completion.ts';
import {
  type Arrival,
  accessOf,
  applyRefundRequest,
  change,
  type Decision,
  dayMs,
  expire,
  moveWatch,
  ownConcierge,
  refund,
  release,
  type Transfer,
  watchedAddress,
} from './transfer.ts';

// Runs random sequences of commands against a model that knows only what has happened, not the transfer's state. Payment
// events may arrive twice, late and in any order, so the model's answers do not depend on their order.

interface Model {
  paid: boolean;
  guideRefunded: boolean;
  /** The newest event about the concierge; of two with the same time, the first one applied. */
  concierge: { state: ConciergeState; asOf: number } | null;
  /** The newest event about the refund request. */
  request: { since: number | null; asOf: number } | null;
}

/** The code under test: a transfer, to which decisions are applied. */
interface Real {
  transfer: Transfer;
  now: number;
  arrivals: Arrival[];
}

type Command = fc.Command<Model, Real>;

const day = (n: number) => new Date(start.getTime() + n * dayMs);

/** Applies a decision as the use cases do, and checks what is true after any command. */
function apply(model: Model, real: Real, decide: (transfer: Transfer, now: Date) => Decision): Decision {
  const before = real.transfer;
  const decision = decide(before, new Date(real.now));
  if (decision.outcome === 'changed') {
    real.transfer = moveWatch(before, decision.transfer, new Date(real.now));
    expect(real.transfer.version).toBe(before.version + 1);
    expect(real.transfer.updatedAt).toEqual(new Date(real.now));
  }
  const { transfer } = real;
  expect(accessOf(transfer)).toEqual({
    guide: model.paid && !model.guideRefunded,
    concierge: model.concierge?.state ?? 'none',
  });
  expect(transfer.refundRequestedAt?.getTime() ?? null).toBe(model.request?.since ?? null);
  expect(transfer.status === 'refunded').toBe(model.guideRefunded);
  // A paid customer with an address is watched over, and no longer than until the refund.
  const watches = transfer.watchedUntil !== null;
  if (watchedAddress(transfer) !== null) expect(watches).toBe(true);
  if (transfer.status === 'refunded' || transfer.destinationAddress === null) expect(watches).toBe(false);
  // Only a customer whose guide is open can have said that the XRP has arrived.
  if (!model.paid) expect(transfer.arrivalClaimedAt).toBeNull();
  return decision;
}

function command(name: string, run: (model: Model, real: Real) => void): Command {
  return { check: () => true, run, toString: () => name };
}

const address = fc.constantFrom('rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', null);
/** Times of payment events. There are few, so that events are often repeated and out of order. */
const asOf = fc.integer({ min: 0, max: 5 });
const drops = fc.integer({ min: 0, max: 40 }).map((xrp) => BigInt(xrp) * 1_000_000n);

const isNewer = (asOf: number, known: { asOf: number } | null) => known === null || asOf > known.asOf;

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(address, drops).map(([destinationAddress, amountDrops]) =>
    command(`change(${destinationAddress}, ${amountDrops})`, (model, real) => {
      const isOpen = ['pending', 'paid', 'instructions_sent'].includes(real.transfer.status);
      const { outcome } = apply(model, real, (transfer, now) =>
        change(transfer, { destinationAddress, amountDrops }, now),
      );
      expect(outcome === 'refused').toBe(!isOpen);
      if (isOpen) expect(real.transfer).toMatchObject({ destinationAddress, amountDrops });
    }),
  ),
  fc.constant(
    command('pay()', (model, real) => {
      model.paid = true;
      apply(model, real, release);
    }),
  ),
  asOf.map((time) =>
    command(`buyConcierge(${time})`, (model, real) => {
      if (isNewer(time, model.concierge)) model.concierge = { state: 'owned', asOf: time };
      apply(model, real, (transfer, now) => ownConcierge(transfer, day(time), now));
    }),
  ),
  fc.tuple(fc.boolean(), fc.boolean(), fc.option(asOf), asOf).map(([guide, concierge, since, time]) =>
    command(`refund(${guide ? 'guide' : ''} ${concierge ? 'concierge' : ''}, ${since}, ${time})`, (model, real) => {
      model.guideRefunded ||= guide;
      const requestedSince = since === null ? null : day(since);
      if (concierge && isNewer(time, model.concierge)) model.concierge = { state: 'refunded', asOf: time };
      if (isNewer(time, model.request)) model.request = { since: requestedSince?.getTime() ?? null, asOf: time };
      apply(model, real, (transfer, now) => refund(transfer, { guide, concierge }, requestedSince, day(time), now));
    }),
  ),
  fc.tuple(fc.option(asOf), asOf).map(([since, time]) =>
    command(`requestRefund(${since}, ${time})`, (model, real) => {
      const requestedSince = since === null ? null : day(since);
      if (isNewer(time, model.request)) model.request = { since: requestedSince?.getTime() ?? null, asOf: time };
      apply(model, real, (transfer, now) => applyRefundRequest(transfer, requestedSince, day(time), now));
    }),
  ),
  fc.constant(command('expire()', (model, real) => void apply(model, real, expire))),
  drops.map((deliveredDrops) =>
    command(`arrive(${deliveredDrops})`, (model, real) => {
      const { status } = real.transfer;
      const at = new Date(real.now);
      real.arrivals.push({ hash: String(real.arrivals.length), deliveredDrops, ledgerIndex: 1, at });
      const sum = real.arrivals.reduce((total, arrival) => total + arrival.deliveredDrops, 0n);
      apply(model, real, (transfer, now) => arrive(transfer, sum, now));
      if (real.transfer.status !== status) expect(real.transfer.status).toBe('completed');
    }),
  ),
  fc.boolean().map((unseen) =>
    command(`claim(${unseen ? 'unseen' : ''})`, (model, real) => {
      const { outcome } = apply(model, real, (transfer, now) => confirmArrival(transfer, real.arrivals, unseen, now));
      expect(outcome === 'refused').toBe(!model.paid || model.guideRefunded);
    }),
  ),
  fc.constant(
    command('withdraw()', (model, real) => {
      const { status, arrivalClaimedAt } = real.transfer;
      const { outcome } = apply(model, real, withdrawClaim);
      if (outcome === 'changed') expect(real.now - Number(arrivalClaimedAt)).toBeLessThanOrEqual(dayMs);
      expect(real.transfer.status).toBe(status);
    }),
  ),
  fc.constant(
    command('completeClaimed()', (model, real) => {
      const { arrivalClaimedAt } = real.transfer;
      const { outcome } = apply(model, real, completeClaimed);
      if (outcome === 'changed') {
        expect(real.now - Number(arrivalClaimedAt)).toBeGreaterThanOrEqual(claimDays * dayMs);
        expect(real.transfer.status).toBe('completed');
      }
    }),
  ),
  fc.constantFrom(1, 20, 30, claimDays * 24).map((hours) =>
    command(`wait(${hours} hours)`, (_model, real) => {
      real.now += hours * 3_600_000;
    }),
  ),
];

test('after any sequence of commands, access, refunds, claims and the watch are as the model says', () => {
  const setup = () => ({
    model: { paid: false, guideRefunded: false, concierge: null, request: null },
    real: { transfer: transfer(), now: start.getTime(), arrivals: [] },
  });
  fc.assert(
    fc.property(fc.commands(commands, { size: '+1' }), (sequence) => fc.modelRun<Model, Real, Model>(setup, sequence)),
    { numRuns: 1_000 },
  );
});
