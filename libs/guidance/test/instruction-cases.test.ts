import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, it } from 'vitest';
import { build, came, issuesOf, krakens, textOf } from './build-instructions.ts';
import { textsIn } from './plain-words.ts';

describe('particular cases', () => {
  it('a tag that came with the address is filled in', () => {
    const tagged = build({ destinationTag: '0' });
    expect(tagged.steps[2]?.actions).toContainEqual(expect.stringMatching(/^Enter 0 as the destination tag/));
    expect(tagged.steps.every((step) => step.destinationTag === '0')).toBe(true);
    expect(tagged.steps[2]?.title).toMatch(/address and tag/);
  });

  it(`${spec('5.9')} an exchange’s own address stops the customer, and says what an exchange would need`, () => {
    const place = build({ destinationAddress: krakens }).steps[2];
    expect(place?.title).toBe('Stop: this address belongs to Kraken');
    expect(place?.actions.join(' ')).not.toMatch(/leave .* empty|Paste this address as the recipient/);
    expect(place?.tips.join(' ')).toMatch(/exact destination tag/);
  });

  it('an address changed after payment is shown as changed, with the time', () => {
    const changed = build({ addressChangedAt: '2026-11-21T09:05:00.000Z' });
    expect(changed.steps[2]?.tips).toContainEqual(expect.stringContaining('changed on 21 Nov 2026 at 09:05 UTC'));
    expect(textOf(build())).not.toMatch(/was changed/);
  });

  it('an arrival at the address before a change counts for nothing at the new one, and is not sent again', () => {
    const changed = { amountXrp: '5000', addressChangedAt: '2026-11-21T10:30:00.000Z' };
    const again = build({ ...changed, arrivals: came('2') });
    expect(again.sendNow).toMatchObject({ kind: 'test', amountXrp: '2' });
    expect({ ...again, steps: [], overview: null }).toEqual({ ...build(changed), steps: [], overview: null });
    expect(textsIn(again.steps)).toEqual(textsIn(build(changed).steps));
    expect(build({ ...changed, arrivals: came('2'), testFirst: false }).sendNow).toMatchObject({
      kind: 'all',
      amountXrp: '4998',
    });
    const later = { deliveredXrp: '2', at: '2026-11-21T11:00:00.000Z' };
    expect(build({ ...changed, arrivals: [...came('2'), later] }).sendNow).toMatchObject({
      kind: 'rest',
      amountXrp: '4996',
    });
    // Less was stated than had come already: nobody knows what is left.
    const lowered = { ...changed, amountXrp: '1', testFirst: false, arrivals: came('2') };
    expect(build(lowered).sendNow).toMatchObject({ kind: 'all', amountXrp: null });
  });

  it('an amount too small for a new wallet is called so', () => {
    expect(build({ amountXrp: '0.9' }).steps[3]?.tips[0]).toMatch(/too little for a wallet that is new/);
    expect(build({ amountXrp: '2' }).steps[3]?.tips.join(' ')).not.toMatch(/too little/);
  });

  it('whoever sends all at once is told what that risks, and whoever sends little is not', () => {
    expect(build({ testFirst: false, amountXrp: '5000' }).steps[3]?.tips[0]).toMatch(/could cost you all of it/);
    expect(textOf(build({ amountXrp: '8' }))).not.toMatch(/could cost you/);
  });

  it('the reserve is named where nobody types', () => {
    expect(issuesOf(build({ baseReserveXrp: '10' }))).toMatch(/keeps 10 XRP as its reserve/);
    expect(build({ baseReserveXrp: '10' }).sendNow).toMatchObject({ kind: 'test', amountXrp: '11' });
  });

  it('a wallet’s own words lead to its address', () => {
    expect(textsIn(build({ destinationAddress: krakens }).steps[2]).join(' ')).toMatch(
      /press Request \(or “Share account”\)/,
    );
    expect(textsIn(build().steps).join(' ')).not.toMatch(/Receive/);
  });

  it('waits are told in advance', () => {
    expect(build().overview.estimatedTime).toMatch(/At Coinbase a new address can wait up to 48 hours/);
    expect(build({ arrivals: came('2') }).overview.estimatedTime).toBe('About 15 minutes of your time.');
    expect(build({ fromExchange: 'cryptocom', arrivals: came('2') }).overview.estimatedTime).toMatch(/up to 3 hours/);
    expect(build({ fromExchange: 'gemini' }).overview.estimatedTime).toMatch(/7 days/);
    expect(build({ fromExchange: 'bitstamp' }).overview.estimatedTime).toBe('About 15 minutes of your time.');
  });

  it('fees are hedged by how sure they are, and dated', () => {
    expect(build({ fromExchange: 'uphold' }).overview.networkFee).toMatch(
      /Uphold charges about 0\.1 XRP \(as of 20 Nov 2026\)/,
    );
    expect(build({ fromExchange: 'kraken' }).overview.networkFee).toMatch(/Kraken is said to charge about 0\.02 XRP/);
    expect(build({ fromExchange: 'other' }).overview.networkFee).toMatch(/Your exchange shows its exact fee/);
  });

  it('other texts that an exchange’s guide may hold never become amounts', () => {
    expect(build({ amountXrp: null }).steps.every((step) => step.amount === null)).toBe(true);
  });
});
