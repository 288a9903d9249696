import { exchangeSites } from '@xrp-bridge/contracts/exchange-sites';
import { exchangeIds, exchangeName, exchanges } from '@xrp-bridge/contracts/exchanges';
import { metamaskNotice } from '@xrp-bridge/contracts/metamask';
import { detectSecret } from '@xrp-bridge/contracts/secrets';
import { walletIds, walletName, wallets } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import * as common from '../src/guides/common.ts';
import { exchangeGuides } from '../src/guides/exchange-guides.ts';
import { walletGuides } from '../src/guides/wallet-guides.ts';
import { asksForSecret, holdsPhoneNumber, sentences, textsIn } from './plain-words.ts';

const guides = [...Object.values(exchangeGuides), ...Object.values(walletGuides)];

/** Returns all facts inside a guide: the objects with a `source`, `text`, `solution` or `value`. */
function factsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [];
  const inner = Object.values(value).flatMap(factsIn);
  const isFact = !Array.isArray(value) && ['source', 'text', 'solution', 'value'].some((key) => key in value);
  return isFact ? [value as Record<string, unknown>, ...inner] : inner;
}

describe('the checks of the texts', () => {
  it.each(['Call +1 (800) 555-0199 now.', 'Ring 0800 555 01 99', 'Please call us.'])(
    'find a phone number in “%s”',
    (text) => {
      expect(holdsPhoneNumber(text)).toBe(true);
    },
  );

  it.each(['Enter your recovery phrase to go on.', 'Give us your password'])(
    'find a request for a secret in “%s”',
    (text) => {
      expect(asksForSecret(text)).toBe(true);
    },
  );
});

describe('the lists of exchanges and wallets', () => {
  it('contain every id once, with a name and a short hint', () => {
    expect(exchanges.map(({ id }) => id)).toEqual(exchangeIds);
    expect(wallets.map(({ id }) => id)).toEqual(walletIds);
    for (const { id, name, hint } of [...exchanges, ...wallets]) {
      expect(name, id).toMatch(/\S/);
      expect(hint.length, id).toBeLessThanOrEqual(45);
    }
  });

  it('link only to official domains', () => {
    const links = [
      ...exchangeIds.flatMap((id) => [
        { domain: exchangeSites[id]?.domain, url: exchangeSites[id]?.loginUrl },
        { domain: exchangeSites[id]?.domain, url: exchangeGuides[id].withdrawPage?.url },
      ]),
      ...wallets.map(({ domain, site }) => ({ domain, url: site })),
    ];
    for (const { domain, url } of links) {
      if (url === undefined) expect(domain).toBeUndefined();
      else expect(`.${new URL(url).hostname}`, url).toMatch(new RegExp(`\\.${domain?.replaceAll('.', '\\.')}$`));
    }
  });

  it('contain the current name of each entry, and Xaman’s former name', () => {
    expect(walletName('xumm')).toBe('Xaman');
    expect(wallets.find(({ id }) => id === 'xumm')?.formerName).toBe('XUMM');
    expect(exchangeName('cryptocom')).toBe('Crypto.com');
    expect(exchangeName('other')).toBe('your exchange');
  });

  it('contain a notice about MetaMask with the reason, two steps, source and date', () => {
    expect(metamaskNotice.reason).toMatch(/0x/);
    expect(metamaskNotice.steps).toHaveLength(2);
    expect(metamaskNotice).toMatchObject({
      lastChecked: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      source: expect.stringMatching(/^https:/),
      confidence: 'official',
    });
    for (const text of textsIn(metamaskNotice)) expect(holdsPhoneNumber(text), text).toBe(false);
  });
});

describe('every guide', () => {
  it.each(guides.map((guide) => [guide.id, guide] as const))(
    'has a source, a date and a confidence for each fact: %s',
    (_, guide) => {
      const facts = factsIn(guide);
      expect(facts.length).toBeGreaterThanOrEqual(2);
      for (const fact of facts) {
        expect(fact).toMatchObject({
          source: expect.stringMatching(/\S/),
          asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          confidence: expect.stringMatching(/^(official|secondary|unconfirmed)$/),
        });
      }
      expect(guide.lastChecked).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  it.each(guides.map((guide) => [guide.id, guide] as const))(
    'contains no phone number, no empty text and no request for a secret: %s',
    (_, guide) => {
      for (const text of textsIn(guide)) {
        expect(holdsPhoneNumber(text), text).toBe(false);
        expect(text, 'an empty or cut sentence').toMatch(/\S/);
      }
      for (const sentence of textsIn(guide).flatMap(sentences)) expect(asksForSecret(sentence), sentence).toBe(false);
    },
  );

  it('has steps that differ from the steps of all other exchanges', () => {
    const steps = Object.values(exchangeGuides).map(({ signIn, withdraw, confirm }) =>
      JSON.stringify([signIn, withdraw, confirm]),
    );
    expect(new Set(steps).size).toBe(steps.length);
  });
});

describe('every exchange guide', () => {
  it.each(Object.values(exchangeGuides).map((guide) => [guide.id, guide] as const))(
    'names its network, tag, waits, fee and sign-in site: %s',
    (id, guide) => {
      expect(exchangeGuides[id]).toBe(guide);
      expect(guide.network.text).toMatch(/XRP/);
      expect(guide.network.choose).toBe('XRP Ledger');
      expect(guide.network.avoid.join()).not.toMatch(/XRP Ledger/);
      expect(guide.tag.text).toMatch(/leave (it|the tag) blank|^Check the “No Tag” box/i);
      const parts = [guide.signIn, guide.withdraw, guide.confirm];
      for (const step of parts) expect(step.actions.length).toBeGreaterThan(0);
      expect(guide.formTip).toMatch(/\S/);
      for (const list of [guide.holds, guide.commonErrors]) expect(list.length).toBeGreaterThan(0);
      for (const hold of guide.holds) {
        expect(hold.minHours).toBeGreaterThanOrEqual(0);
        expect(hold.maxHours ?? hold.minHours).toBeGreaterThanOrEqual(hold.minHours);
      }
      for (const amount of [guide.fee, guide.minimum]) expect(amount.value ?? '0').toMatch(/^\d+(\.\d{1,6})?$/);
      const domain = exchangeSites[id]?.domain;
      if (domain) expect(guide.signIn.actions.join(' ')).toContain(domain);
    },
  );

  it('warns of the known wrong networks and restrictions', () => {
    expect(exchangeGuides.coinbase.network.avoid).toContain('Base');
    expect(exchangeGuides.binance.network.avoid.join()).toMatch(/BEP20/);
    expect(exchangeGuides.gemini.formTip).toMatch(/can’t withdraw XRP.*European Union/);
    expect(exchangeGuides.bitfinex.tag.text).toMatch(/No Tag/);
  });

  it('contains the known maximum durations of holds', () => {
    const waits = (id: keyof typeof exchangeGuides, when: string) =>
      exchangeGuides[id].holds.filter((hold) => hold.appliesWhen === when).map((hold) => hold.maxHours);
    expect(waits('coinbase', 'newAddress')).toEqual([48]);
    expect(waits('gemini', 'newAddress')).toEqual([168]);
    expect(waits('kraken', 'passwordChanged')).toEqual([24]);
    expect(waits('bitfinex', 'passwordChanged')).toEqual([120]);
    expect(waits('robinhood', 'firstTime')).toEqual([168]);
  });
});

describe('every wallet guide', () => {
  it.each(Object.values(walletGuides).map((guide) => [guide.id, guide] as const))(
    'has five steps and the advice to leave the tag empty: %s',
    (id, guide) => {
      expect(walletGuides[id]).toBe(guide);
      expect(guide.steps).toHaveLength(5);
      for (const text of [guide.tip, guide.showAddress]) expect(text).toMatch(/\S/);
      expect(guide.commonErrors.length).toBeGreaterThan(0);
      for (const step of guide.steps) expect(step.clickArea).toMatch(/\S/);
      expect(guide.destinationTagInfo.text).toMatch(/leave (it|the tag) blank/i);
    },
  );
});

describe('a text of a guide', () => {
  it('is not detected as a secret', () => {
    for (const text of textsIn({ exchangeGuides, walletGuides })) expect(detectSecret(text), text).toBeNull();
  });
});

describe('the facts for all guides', () => {
  it('have a date, and contain no phone number and no request for a secret', () => {
    for (const fact of factsIn({ ...common })) expect(fact).toHaveProperty('asOf');
    for (const text of textsIn({ ...common })) {
      expect(holdsPhoneNumber(text), text).toBe(false);
      for (const sentence of sentences(text)) expect(asksForSecret(sentence), sentence).toBe(false);
    }
  });
});
