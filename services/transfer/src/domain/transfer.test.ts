import { describe, expect, it } from 'vitest';
import { start, transfer } from '../../test/sample-transfer.ts';
import {
  accessOf,
  applyRefundRequest,
  change,
  describeWatch,
  expire,
  instructionsRefusal,
  moveWatch,
  ownConcierge,
  refund,
  release,
  stopWatching,
  type Transfer,
  watchedAddress,
} from './transfer.ts';

const now = new Date('2026-11-20T11:00:00Z');

type Decide = (before: Transfer) => ReturnType<typeof release>;

const at = (minute: number) => new Date(start.getTime() + minute * 60_000);

/** Applies the decisions in turn, each to the result of the previous one. */
function after(before: Transfer, ...decisions: Decide[]): Transfer {
  return decisions.reduce((transfer, decide) => {
    const decision = decide(transfer);
    return decision.outcome === 'changed' ? decision.transfer : transfer;
  }, before);
}

const first = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
const second = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';

describe('change', () => {
  it('changes only the given fields and increments the version', () => {
    const result = change(
      transfer({ destinationTag: '7' }),
      { destinationAddress: first, amountDrops: 25_000_000n },
      now,
    );
    expect(result).toMatchObject({
      outcome: 'changed',
      changed: ['destinationAddress', 'sourceAmount'],
      transfer: {
        destinationAddress: first,
        destinationTag: '7',
        amountDrops: 25_000_000n,
        version: 4,
        updatedAt: now,
      },
    });
  });

  it('clears a field whose new value is null', () => {
    const result = change(transfer({ destinationAddress: first }), { destinationAddress: null }, now);
    expect(result).toMatchObject({ transfer: { destinationAddress: null } });
  });

  it('changes nothing for equal values', () => {
    const same = transfer({ destinationAddress: first });
    expect(change(same, { destinationAddress: first, destinationTag: null, amountDrops: 0n }, now)).toEqual({
      outcome: 'unchanged',
    });
  });

  it('does not mark the first address after payment as a change of address', () => {
    const result = change(transfer({ status: 'instructions_sent' }), { destinationAddress: first }, now);
    expect(result).toMatchObject({ transfer: { destinationAddress: first, addressChangedAt: null } });
  });

  it('records the time at which the address is replaced after payment', () => {
    const result = change(
      transfer({ status: 'instructions_sent', destinationAddress: first }),
      { destinationAddress: second },
      now,
    );
    expect(result).toMatchObject({ transfer: { addressChangedAt: now } });
  });

  it('records the time of a tag change after payment, but not before payment', () => {
    const paid = transfer({ status: 'instructions_sent', destinationAddress: first });
    expect(change(paid, { destinationTag: '5' }, now)).toMatchObject({ transfer: { addressChangedAt: now } });
    expect(change({ ...paid, status: 'pending' }, { destinationTag: '5' }, now)).toMatchObject({
      transfer: { addressChangedAt: null },
    });
  });

  it.each(['completed', 'refunded', 'expired'] as const)('refuses any change of a transfer that is %s', (status) => {
    expect(change(transfer({ status }), { destinationAddress: first }, now)).toEqual({
      outcome: 'refused',
      code: 'transfer_closed',
    });
  });
});

describe('release', () => {
  it.each(['pending', 'expired'] as const)('opens the instructions of a %s transfer', (status) => {
    expect(release(transfer({ status }), now)).toMatchObject({
      transfer: { status: 'instructions_sent', paidAt: now },
    });
  });

  it.each(['instructions_sent', 'completed', 'refunded'] as const)('does not change a %s transfer', (status) => {
    expect(release(transfer({ status }), now)).toEqual({ outcome: 'unchanged' });
  });
});

describe('watchedAddress', () => {
  it.each([
    ['paid', first, first],
    ['instructions_sent', first, first],
    ['instructions_sent', null, null],
    ['pending', first, null],
    ['completed', first, null],
    ['refunded', first, null],
    ['expired', first, null],
  ] as const)(
    'returns $2 for a transfer with the status $0 and the address $1',
    (status, destinationAddress, expected) => {
      expect(watchedAddress(transfer({ status, destinationAddress }))).toBe(expected);
    },
  );
});

describe('the watch', () => {
  const inTwoWeeks = new Date('2026-12-04T11:00:00Z');
  const watched = transfer({ status: 'instructions_sent', destinationAddress: first, watchedUntil: inTwoWeeks });
  const ended = { ...watched, watchedUntil: start };
  const ending = { ...watched, watchedUntil: new Date('2026-11-20T11:00:01Z') };

  it.each([
    ['the payment', transfer({ destinationAddress: first }), { ...watched, watchedUntil: null }],
    ['another address', { ...watched, watchedUntil: now }, { ...watched, destinationAddress: second }],
    ['another tag after the watch had ended', ended, { ...ended, destinationTag: '7' }],
    ['a claim that the XRP arrived', ending, { ...ending, arrivalClaimedAt: now }],
    ['a claim after the watch had ended', ended, { ...ended, arrivalClaimedAt: now }],
  ])('lasts 14 days from %s', (_, before, after) => {
    expect(moveWatch(before, after, now)).toEqual({ ...after, watchedUntil: inTwoWeeks });
  });

  it.each([
    ['another tag', watched, { ...watched, destinationTag: '7' }],
    ['another amount', watched, { ...watched, amountDrops: 7n }],
    ['another amount after the watch had ended', ended, { ...ended, amountDrops: 7n }],
    ['an address before the payment', transfer(), transfer({ destinationAddress: first })],
    ['the withdrawal of a claim', { ...ended, arrivalClaimedAt: start }, ended],
  ])('is not changed by %s', (_, before, after) => {
    expect(moveWatch(before, after, now)).toBe(after);
  });

  it.each([
    ['the address is removed', { destinationAddress: null }],
    ['all XRP has arrived', { status: 'completed' }],
    ['the guide is refunded', { status: 'refunded' }],
  ] as const)('is over when %s', (_, change) => {
    expect(moveWatch(watched, { ...watched, ...change }, now).watchedUntil).toBeNull();
  });

  it('ends now if it is still running, keeps its end if it is over, and changes nothing if it never began', () => {
    const changed = { outcome: 'changed', changed: ['watch'] };
    expect(stopWatching(watched, now)).toMatchObject({ ...changed, transfer: { watchedUntil: now, version: 4 } });
    expect(stopWatching(ended, now)).toMatchObject({ ...changed, transfer: { watchedUntil: start, version: 4 } });
    expect(stopWatching(transfer(), now)).toEqual({ outcome: 'unchanged' });
  });

  it('is returned with its state, its end and its last check', () => {
    const until = inTwoWeeks.toISOString();
    const checkedAt = start.toISOString();
    expect(describeWatch(watched, start, now)).toEqual({ state: 'watching', until, checkedAt });
    expect(describeWatch(watched, null, now)).toEqual({ state: 'watching', until, checkedAt: null });
    expect(describeWatch(watched, start, inTwoWeeks)).toEqual({ state: 'ended', until, checkedAt: null });
    expect(describeWatch(transfer(), start, now)).toBeNull();
  });
});

describe('a transfer', () => {
  it.each(['pending', 'instructions_sent', 'completed', 'expired'] as const)(
    'with the status %s is closed by a refund of the guide',
    (status) => {
      const closes = { guide: true, concierge: false };
      expect(refund(transfer({ status }), closes, null, start, now)).toMatchObject({
        transfer: { status: 'refunded' },
      });
    },
  );

  it('expires only if it is unpaid', () => {
    expect(expire(transfer(), now)).toMatchObject({ transfer: { status: 'expired' } });
    expect(expire(transfer({ status: 'instructions_sent' }), now)).toEqual({ outcome: 'unchanged' });
  });
});

describe('a request for a refund', () => {
  const ask = (minute: number) => (before: Transfer) => applyRefundRequest(before, at(minute), at(minute), now);
  const decide =
    (minute: number, since: Date | null = null) =>
    (before: Transfer) =>
      applyRefundRequest(before, since, at(minute), now);
  const payBack =
    (minute: number, since: Date | null = null) =>
    (before: Transfer) =>
      refund(before, { guide: false, concierge: true }, since, at(minute), now);
  const since = (...news: Decide[]) => after(transfer({ status: 'instructions_sent' }), ...news).refundRequestedAt;

  it('stays open until the decision, in any order of events', () => {
    expect(since(ask(1))).toEqual(at(1));
    expect(since(ask(1), ask(1))).toEqual(at(1));
    for (const end of [decide(2), payBack(2)]) {
      expect(since(ask(1), end)).toBeNull();
      expect(since(end, ask(1))).toBeNull();
      expect(since(ask(1), end, ask(3))).toEqual(at(3));
    }
  });

  it('stays open until every request from the same time is decided', () => {
    expect(since(ask(1), payBack(2, at(1)))).toEqual(at(1));
    expect(since(ask(1), decide(2, at(1)), decide(3))).toBeNull();
  });

  it('is listed as a changed field', () => {
    expect(ask(1)(transfer())).toMatchObject({ outcome: 'changed', changed: ['refundRequest'] });
    expect(decide(1)(transfer())).toMatchObject({ outcome: 'changed', changed: [] });
  });
});

describe('access', () => {
  const guide = (before: Transfer) => release(before, now);
  const concierge = (minute: number) => (before: Transfer) => ownConcierge(before, at(minute), now);
  const back = (closes: 'guide' | 'concierge' | 'all', minute: number) => (before: Transfer) =>
    refund(before, { guide: closes !== 'concierge', concierge: closes !== 'guide' }, null, at(minute), now);
  const permutations = <Item>(items: readonly Item[]): Item[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

  it.each([
    ['a guide', [guide], { guide: true, concierge: 'none' }, '4.00'],
    ['a bundle', [guide, concierge(1)], { guide: true, concierge: 'owned' }, '17.76'],
    [
      'an upgrade that is refunded',
      [guide, concierge(1), back('concierge', 2)],
      { guide: true, concierge: 'refunded' },
      '17.76',
    ],
    [
      'a bundle that is refunded',
      [guide, concierge(1), back('all', 2)],
      { guide: false, concierge: 'refunded' },
      '17.76',
    ],
    [
      'a guide that is refunded',
      [guide, concierge(1), back('guide', 2)],
      { guide: false, concierge: 'owned' },
      '17.76',
    ],
    [
      'an upgrade that is refunded and bought again',
      [guide, concierge(1), back('concierge', 2), concierge(3)],
      { guide: true, concierge: 'owned' },
      '17.76',
    ],
  ] as const)('after %s is the same in any order of events, and if an event arrives twice', (_, news, access, fee) => {
    for (const order of permutations(news)) {
      const once = after(transfer(), ...order);
      expect(accessOf(once)).toEqual(access);
      expect(once.serviceFee).toBe(fee);
      expect(after(once, ...order)).toEqual(once);
    }
  });

  it('is listed as a changed field after a release, a purchase and a refund', () => {
    expect(release(transfer(), now)).toMatchObject({ changed: ['status', 'access'] });
    const owned = after(transfer({ status: 'instructions_sent' }), concierge(1));
    expect(ownConcierge(transfer(), at(1), now)).toMatchObject({ changed: ['serviceFee', 'access'] });
    expect(back('concierge', 2)(owned)).toMatchObject({ changed: ['access'] });
    expect(back('all', 2)(owned)).toMatchObject({ changed: ['status', 'access'] });
  });
});

describe('instructionsRefusal', () => {
  it.each([
    ['pending', 'payment_required'],
    ['expired', 'payment_required'],
    ['refunded', 'transfer_closed'],
    ['paid', null],
    ['instructions_sent', null],
    ['completed', null],
  ] as const)('returns $1 for a transfer with the status $0', (status, refusal) => {
    expect(instructionsRefusal(transfer({ status }))).toBe(refusal);
  });
});
