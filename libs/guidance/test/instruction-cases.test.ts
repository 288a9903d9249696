import { spec } from '@xrp-bridge/contracts/testing';
import { describe, expect, it } from 'vitest';
import { arrivalOf, build, issuesOf, krakens, textOf } from './build-instructions.ts';
import { textsIn } from './plain-words.ts';

describe('the normal wait', () => {
  it.each([
    ['coinbase', [], 'Coinbase can take up to 48 hours with a new address.'],
    ['coinbase', arrivalOf('2'), 'Coinbase checks each withdrawal first, and that can take a while.'],
    ['robinhood', [], 'Robinhood can take up to 7 days the first time.'],
    ['bitfinex', arrivalOf('2'), 'Bitfinex can take up to 12 hours.'],
    ['kraken', [], 'Kraken checks each withdrawal first, and that can take a while.'],
    ['other', [], 'your exchange can take up to 7 days with a new address.'],
  ] as const)('is described for %s after the arrivals %j as “%s”', (fromExchange, arrivals, normalWait) => {
    expect(build({ fromExchange, arrivals }).overview.normalWait).toBe(normalWait);
  });
});

describe('the instructions', () => {
  it('contain the tag that was entered with the address', () => {
    const tagged = build({ destinationTag: '0' });
    expect(tagged.steps[2]?.actions).toContainEqual(expect.stringMatching(/^Enter 0 as the destination tag/));
    expect(tagged.steps.every((step) => step.destinationTag === '0')).toBe(true);
    expect(tagged.steps[2]?.title).toMatch(/address and tag/);
  });

  it(`${spec('5.9')} stop at an exchange’s own address, and explain that an exchange needs a tag`, () => {
    const place = build({ destinationAddress: krakens }).steps[2];
    expect(place?.title).toBe('Stop: this address belongs to Kraken');
    expect(place?.actions.join(' ')).not.toMatch(/leave .* blank|Paste this address as the recipient/);
    expect(place?.tips.join(' ')).toMatch(/exact destination tag/);
  });

  it('contain the time of an address change after payment', () => {
    const changed = build({ addressChangedAt: '2026-11-21T09:05:00.000Z' });
    expect(changed.steps[2]?.tips).toContainEqual(expect.stringContaining('changed on Nov 21, 2026 at 09:05 UTC'));
    expect(textOf(build())).not.toMatch(/was changed/);
  });

  it('subtract an arrival at the previous address from the amount, and request a new test', () => {
    const changed = { amountXrp: '5000', addressChangedAt: '2026-11-21T10:30:00.000Z' };
    const again = build({ ...changed, arrivals: arrivalOf('2') });
    expect(again.sendNow).toMatchObject({ kind: 'test', amountXrp: '2', restXrp: '4996' });
    const others = { sendNow: null, steps: [], overview: null };
    expect({ ...again, ...others }).toEqual({ ...build(changed), ...others });
    expect(textsIn(again.steps)).toEqual(textsIn(build(changed).steps));
    expect(build({ ...changed, arrivals: arrivalOf('2'), testFirst: false }).sendNow).toMatchObject({
      kind: 'all',
      amountXrp: '4998',
    });
    const later = { deliveredXrp: '2', at: '2026-11-21T11:00:00.000Z' };
    expect(build({ ...changed, arrivals: [...arrivalOf('2'), later] }).sendNow).toMatchObject({
      kind: 'rest',
      amountXrp: '4996',
    });
    // The stated amount is lower than the amount that has arrived, so the rest is unknown.
    const lowered = { ...changed, amountXrp: '1', testFirst: false, arrivals: arrivalOf('2') };
    expect(build(lowered).sendNow).toMatchObject({ kind: 'all', amountXrp: null });
  });

  it('warn of an amount that is too small for a new wallet', () => {
    expect(build({ amountXrp: '0.9' }).steps[3]?.tips[0]).toMatch(/too little for a new wallet/);
    expect(build({ amountXrp: '2' }).steps[3]?.tips.join(' ')).not.toMatch(/too little/);
  });

  it('warn of the risk of a large payment without a test, but not of a small payment', () => {
    expect(build({ testFirst: false, amountXrp: '5000' }).steps[3]?.tips[0]).toMatch(/you could lose all your XRP/);
    expect(textOf(build({ amountXrp: '8' }))).not.toMatch(/you could lose all/);
  });

  it('contain the reserve in the answers to common problems', () => {
    expect(issuesOf(build({ baseReserveXrp: '10' }))).toMatch(/keeps 10 XRP as its reserve/);
    expect(build({ baseReserveXrp: '10' }).sendNow).toMatchObject({ kind: 'test', amountXrp: '11' });
  });

  it('name the wallet’s buttons for the address if the entered address belongs to an exchange', () => {
    expect(textsIn(build({ destinationAddress: krakens }).steps[2]).join(' ')).toMatch(
      /press Request \(or “Share account”\)/,
    );
    expect(textsIn(build().steps).join(' ')).not.toMatch(/Receive/);
  });

  it('contain the expected waits in the overview', () => {
    expect(build().overview.estimatedTime).toMatch(/At Coinbase, a new address can take up to 48 hours/);
    expect(build({ arrivals: arrivalOf('2') }).overview.estimatedTime).toBe('About 15 minutes of your time.');
    expect(build({ fromExchange: 'cryptocom', arrivals: arrivalOf('2') }).overview.estimatedTime).toMatch(
      /up to 3 hours/,
    );
    expect(build({ fromExchange: 'gemini' }).overview.estimatedTime).toMatch(/7 days/);
    expect(build({ fromExchange: 'bitstamp' }).overview.estimatedTime).toBe('About 15 minutes of your time.');
  });

  it('contain the date of a fee, and “often” if the fee is not confirmed', () => {
    expect(build({ fromExchange: 'uphold' }).overview.networkFee).toMatch(
      /Uphold charges about 0\.1 XRP \(as of Nov 20, 2026\)/,
    );
    expect(build({ fromExchange: 'kraken' }).overview.networkFee).toMatch(/Kraken often charges about 0\.02 XRP/);
    expect(build({ fromExchange: 'other' }).overview.networkFee).toMatch(/Your exchange shows its exact fee/);
  });

  it('contain no amount if the customer has not entered one', () => {
    expect(build({ amountXrp: null }).steps.every((step) => step.amount === null)).toBe(true);
  });
});
