import { spec } from '@xrp-bridge/contracts/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { address, otherAddress } from '../../../test/replies.ts';
import { parseDecimal } from './decimal.ts';
import {
  changePortfolio,
  longestName,
  mostPlaces,
  type Place,
  type Portfolio,
  storedPlaces,
  whyNot,
} from './portfolio.ts';
import { waveSeries } from './waves.ts';

const wallet: Place = { kind: 'wallet', id: 1, name: 'My phone', address };
const account: Place = {
  kind: 'exchange',
  id: 2,
  name: 'Kraken',
  holdings: [{ coin: 'XRP', amount: '5' }],
  readAt: '2026-11-20T12:00:00.000Z',
};
const full: Portfolio = { places: [wallet, account], open: null };
const xrp = (amount: string) => [{ coin: 'XRP', amount: parseDecimal(amount) as bigint }];

describe('portfolio', () => {
  test('has at most one open form or address panel', () => {
    const address = changePortfolio(full, { type: 'opened', open: { address: 1 } });
    expect(address.open).toEqual({ address: 1 });
    const form = changePortfolio(address, { type: 'opened', open: { form: 'wallet' } });
    expect(form.open).toEqual({ form: 'wallet' });
    expect(changePortfolio(form, { type: 'opened', open: null })).toEqual(full);
  });

  test('adds a wallet with a new id and closes the form', () => {
    const open: Portfolio = { ...full, open: { form: 'wallet' } };
    expect(changePortfolio(open, { type: 'wallet-added', name: 'My safe', address: otherAddress })).toEqual({
      places: [wallet, account, { kind: 'wallet', id: 3, name: 'My safe', address: otherAddress }],
      open: null,
    });
  });

  test.each([
    ['the same address', { name: 'My safe', address }, 'address'],
    ['the same name', { name: 'Kraken', address: otherAddress }, 'name'],
  ] as const)(
    'rejects a wallet with %s as an existing wallet or account, and returns the reason',
    (_, given, about) => {
      const open: Portfolio = { ...full, open: { form: 'wallet' } };
      expect(changePortfolio(open, { type: 'wallet-added', ...given })).toEqual(open);
      expect(whyNot(full.places, given)?.about).toBe(about);
    },
  );

  test('rejects a new wallet or account above the maximum number', () => {
    const places = Array.from({ length: mostPlaces }, (_, index) => ({
      ...account,
      id: index + 1,
      name: `No. ${index}`,
    }));
    expect(whyNot(places, { name: 'My safe', address })?.about).toBe('name');
    const event = { type: 'file-read', id: null, name: 'One more', holdings: xrp('1'), at: account.readAt } as const;
    expect(changePortfolio({ places, open: null }, event).places).toHaveLength(mostPlaces);
    // A newer file updates an existing account and adds no place.
    const again = changePortfolio({ places, open: null }, { ...event, id: 4, name: 'No. 3' });
    expect(again.places[3]).toEqual({ ...account, id: 4, name: 'No. 3', holdings: [{ coin: 'XRP', amount: '1' }] });
  });

  test('replaces an account’s holdings with those of a newer file', () => {
    const at = '2026-11-22T12:00:00.000Z';
    const read = changePortfolio(full, { type: 'file-read', id: 2, name: 'Kraken', holdings: xrp('7.5'), at });
    expect(read.places).toEqual([wallet, { ...account, holdings: [{ coin: 'XRP', amount: '7.5' }], readAt: at }]);
  });

  test.each(['My phone', 'Kraken'])(
    'does not add a file with the name of an existing wallet or account: %s',
    (name) => {
      const open: Portfolio = { ...full, open: { form: 'exchange', id: null } };
      const event = { type: 'file-read', id: null, name, holdings: xrp('7.5'), at: account.readAt } as const;
      expect(changePortfolio(open, event)).toEqual(open);
      expect(whyNot(full.places, { id: null, name })?.about).toBe('name');
      expect(whyNot(full.places, { id: 2, name: 'My phone' })?.about).toBe('name');
    },
  );

  test('renames an account when a newer file is added under another name', () => {
    const event = { type: 'file-read', id: 2, name: 'Kraken Pro', holdings: xrp('5'), at: account.readAt } as const;
    expect(changePortfolio(full, event).places).toEqual([wallet, { ...account, name: 'Kraken Pro' }]);
  });

  test('removes an account or wallet, and closes its form or its address panel, but no other form', () => {
    const form = { form: 'wallet' } as const;
    expect(changePortfolio({ ...full, open: form }, { type: 'removed', id: 2 }).open).toEqual(form);
    const newer: Portfolio = { ...full, open: { form: 'exchange', id: 2 } };
    expect(changePortfolio(newer, { type: 'removed', id: 2 }).open).toBeNull();
    expect(changePortfolio({ ...full, open: { address: 1 } }, { type: 'removed', id: 1 })).toEqual({
      places: [account],
      open: null,
    });
  });
});

describe('stored portfolio', () => {
  beforeEach(() => localStorage.clear());

  test('is read back unchanged', () => {
    storedPlaces.set([wallet, account]);
    expect(storedPlaces.get()).toEqual([wallet, account]);
  });

  test.each([
    ['not a list', '{}'],
    ['a null entry', '[null]'],
    [
      'too many entries',
      JSON.stringify(Array.from({ length: mostPlaces + 1 }, (_, id) => ({ ...wallet, id: id + 1 }))),
    ],
    ['a duplicate id', JSON.stringify([wallet, { ...account, id: 1 }])],
    ['a secret as the address', JSON.stringify([{ ...wallet, address: 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2' }])],
    ['markup as the address', JSON.stringify([{ ...wallet, address: '<b>' }])],
    ['no name', JSON.stringify([{ ...wallet, name: ' ' }])],
    ['an overlong name', JSON.stringify([{ ...wallet, name: 'a'.repeat(longestName + 1) }])],
    ['an unknown kind', JSON.stringify([{ ...wallet, kind: 'constructor' }])],
    ['a fractional id', JSON.stringify([{ ...wallet, id: 0.5 }])],
    ['an invalid time', JSON.stringify([{ ...account, readAt: 'soon' }])],
    ['a negative amount', JSON.stringify([{ ...account, holdings: [{ coin: 'XRP', amount: '-1' }] }])],
    ['a coin with markup', JSON.stringify([{ ...account, holdings: [{ coin: '<b>', amount: '1' }] }])],
    ['no coins', JSON.stringify([{ ...account, holdings: {} }])],
  ])('is deleted when it is invalid: %s', (_, text) => {
    localStorage.setItem('xrp-bridge:portfolio', text);
    expect(storedPlaces.get()).toEqual([]);
    expect(localStorage.getItem('xrp-bridge:portfolio')).toBeNull();
  });
});

describe('chart waves', () => {
  const daysOf = (closes: readonly number[]) =>
    closes.map((close, index) => ({ day: `2026-11-0${index + 1}`, close, mentions: 0, band: null, outside: null }));

  test('start at the price of the day before, and end on the last day of the wave', () => {
    const waves = [
      { from: '2026-11-02', to: '2026-11-04', direction: 'up' as const, change: 60 },
      { from: '2026-11-05', to: '2026-11-05', direction: 'down' as const, change: -12.5 },
    ];
    expect(waveSeries({ days: daysOf([5, 6, 7, 8, 7, 7, 9]), waves })).toEqual([
      { kind: 'up', values: [5, 6, 7, 8, null, null, null] },
      { kind: 'down', values: [null, null, null, 8, 7, null, null] },
    ]);
  });

  test(`${spec('concierge.9')} never show a rise as a fall, even with one day of rise between two falls`, () => {
    const closes = [9, 8, 7, 6, 7, 6, 5, 4];
    const waves = [
      { from: '2026-11-02', to: '2026-11-04', direction: 'down' as const, change: -33.3 },
      { from: '2026-11-06', to: '2026-11-08', direction: 'down' as const, change: -42.9 },
    ];
    const segments = waveSeries({ days: daysOf(closes), waves }).flatMap(({ kind, values }) =>
      values.slice(1).flatMap((value, index) => {
        const before = values[index] ?? null;
        return value === null || before === null ? [] : [{ kind, rose: value > before }];
      }),
    );
    expect(segments).toEqual(Array.from({ length: 6 }, () => ({ kind: 'down', rose: false })));
  });
});
