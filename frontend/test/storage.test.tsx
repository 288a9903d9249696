import { walletIds } from '@xrp-bridge/contracts/wallets';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { knownExchanges } from '../src/domain/exchange-trip/trip-store.ts';
import { startOver } from '../src/lib/start-over.ts';
import { defineStored, everyStored, parseFlag, storageName, storedKey } from '../src/lib/storage.ts';
import { FakeApi } from './fake-api.ts';
import { button, heading } from './locators.ts';
import { open } from './open.tsx';
import { address, id } from './replies.ts';

// Imports every module, so that `everyStored` lists all stored values.
import.meta.glob(
  ['../src/**/*.{ts,tsx}', '!../src/**/*.test.{ts,tsx}', '!../src/app/{main,providers,entry-server}.tsx'],
  { eager: true },
);

const hostile = [
  ...['null', 'true', '0', '-1', '0.5', '1e999', '""', '"abc"', '[]', '[null]', '{}', '{', ''],
  '{"messages":[null]}',
  '{"messages":[{"id":"1","type":"constructor","content":"?"}]}',
  '{"messages":[{"id":"1","type":"user","content":"?","sources":[{}],"suggestions":5}],"hasInteracted":true}',
  '{"address":null}',
  '{"address":{},"tag":[],"amount":5}',
  '{"from":{},"to":["trust"]}',
  '{"newAddress":"yes"}',
  '{"currentStep":"home","isMinimized":false,"hasSeenStep":5,"transferData":{"fromExchange":"constructor"}}',
  '{"exchange":"kraken","wallet":"ledger","xrpAddress":{},"amount":[]}',
  '{"exchange":"kraken","wallet":"ledger","xrpAddress":"<b>","amount":"1e9"}',
  '{"exchange":"constructor","flow":"guide","ready":true}',
  '{"exchange":"kraken","flow":"guide","ready":true}',
  '{"id":"a1b2c3d4e5f60718293a4b5c6d7e8f90","paid":true,"fromExchange":"constructor","toWallet":"xumm"}',
];

const pages: [path: string, heading: RegExp][] = [
  ['/', /^Move your XRP home/],
  ['/?from=cryptocom&to=trust&view=confirm', /^Confirm your transfer path/],
  [`/transfer/${id}`, /^Step 1 of 5/],
  ['/trust-wallet-setup', /^Get your wallet ready/],
  ['/start?step=5', /^Step [13] of 5/],
  ['/transfer-flow', /^(From your exchange to your own wallet|Transfer homebase)/],
];

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi({ status: 'instructions_sent', destinationAddress: address });
});
/** Writes `text` to every storage key of the application. */
function breakAll(text: string): void {
  for (const area of [localStorage, sessionStorage]) {
    for (const { key } of everyStored) {
      for (const name of [key, `${key}:${id}`]) area.setItem(storageName(name), text);
    }
  }
}

async function expectPages(prepare: () => void): Promise<void> {
  for (const [path, title] of pages) {
    prepare();
    const screen = await open(path, api);
    await expect.element(heading(title)).toBeVisible();
    await button('Ask the assistant').last().click();
    await expect.element(page.getByRole('log')).not.toBeEmptyDOMElement();
    await screen.unmount();
  }
}

/** Keys that remain after “Start over”: started transfers, the concierge, and settings. */
const permanentKeys = [
  'ads-closed',
  'answers',
  'arrivals-seen',
  'begun-here',
  'begun-payment',
  'chat-nudged',
  'concierge',
  'helper-closed',
  'last-transfer',
  'open-transfer',
  'operator_lists',
  'operator_shortcuts',
  'ordered-in-flow',
  'portfolio',
  'push',
  'resumed',
  'sent',
  'sent-address',
  'signals-toured',
  'step',
  'theme',
  'voiceOn',
];
/** Keys that belong to a flow. Starting over deletes them. */
const flowKeys = [
  'assistant_state',
  'chat',
  'consent',
  'current_exchange',
  'destination',
  'exchange_return_step',
  'homebase_step',
  'homebase_tag',
  'homebase_wallet',
  'operator_activity',
  'return_timestamp',
  'scroll',
  'selection',
  'wallet_setup_started',
  'wizard',
];

describe('browser storage', () => {
  test('uses no keys other than the listed permanent keys and flow keys', () => {
    const each = [
      ...knownExchanges.map(({ id }) => `${id}_step`),
      ...walletIds.map((wallet) => `${wallet}_wallet_address`),
    ];
    const keys = everyStored.map(({ key }) => key).sort();
    expect(keys.filter((key) => each.includes(key))).toEqual(each.toSorted());
    expect(keys.filter((key) => !each.includes(key))).toEqual([...permanentKeys, ...flowKeys].toSorted());
  });

  test('uses the key names of the specification, and a prefix for all other keys', () => {
    expect(
      ['trust_wallet_address', 'wallet_setup_started', 'exchange_return_step', 'current_exchange', 'voiceOn'].map(
        storageName,
      ),
    ).toEqual(['trust_wallet_address', 'wallet_setup_started', 'exchange_return_step', 'current_exchange', 'voiceOn']);
    expect(storageName('return_timestamp')).toBe('return_timestamp');
    expect(storageName('theme')).toBe('xrp-bridge:theme');
  });

  test('loses all keys of a flow, and no others, when the customer starts over', () => {
    for (const area of [localStorage, sessionStorage]) {
      area.clear();
      area.setItem('of-somebody-else', '1');
      area.setItem('xrp-bridge:a-key-of-a-screen-that-was-not-loaded', '1');
    }
    breakAll('1');
    startOver();
    const names = permanentKeys.flatMap((key) => [storageName(key), storageName(`${key}:${id}`)]);
    for (const area of [localStorage, sessionStorage]) {
      expect(Object.keys(area).sort()).toEqual(['of-somebody-else', ...names].sort());
    }
  });

  test.each(hostile)('does not break any page when every key contains %s', async (text) => {
    breakAll(text);
    // If every parser rejects a text, the pages behave as if nothing were stored, so they need no check.
    const isAccepted = everyStored.some((each) => JSON.stringify(each.get(id)) !== JSON.stringify(each.get('none')));
    if (isAccepted) await expectPages(() => breakAll(text));
  });

  test.each([
    ['ads-closed', '["banner","constructor"]'],
    ['chat', '{"messages":[null]}'],
    ['destination', '{"address":null}'],
    ['last-transfer', '"../admin"'],
    ['open-transfer', '{"id":"../admin","paid":true,"fromExchange":"kraken","toWallet":"xumm"}'],
    ['concierge', '"refunded"'],
    ['portfolio', '[{"kind":"wallet","id":1,"name":"Mine","address":"<b>"}]'],
    ['sent-address', '"abc"'],
    ['step', '0.5'],
    ['homebase_step', '4'],
    ['homebase_wallet', '"0x71C7656EC7ab88b098defB751B7401B5f6d8976F"'],
    ['homebase_tag', '7'],
    ['arrivals-seen', '-1'],
    ['assistant_state', '{"currentStep":"constructor","isMinimized":true}'],
    ['answers', '{"newAddress":"yes"}'],
    ['voiceOn', '{'],
    ['exchange_return_step', '{"exchange":"kraken","flow":"//evil.example","ready":true}'],
    ['exchange_return_step', '{"exchange":"other","flow":"guide","ready":true}'],
    ['exchange_return_step', '{"exchange":"kraken","flow":"guide","ready":"yes"}'],
    ['current_exchange', '"other"'],
    ['return_timestamp', '"1"'],
    ['kraken_step', '"left"'],
    ['trust_wallet_address', '"rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmn"'],
  ])('deletes the invalid value of the key %s: %s', (key, text) => {
    breakAll(text);
    const stored = everyStored.find((each) => each.key === key);
    expect(stored?.get(id)).toEqual(stored?.get('nothing is kept'));
    const area = key === 'destination' || key === 'ads-closed' ? sessionStorage : localStorage;
    expect(area.getItem(storageName(`${key}:${id}`))).toBeNull();
  });

  test.each(['{}', '"blue"', '{'])('leaves the theme unset when the theme key contains %s', async (text) => {
    localStorage.setItem('xrp-bridge:theme', text);
    const script = document.createElement('script');
    await new Promise((resolve) => {
      script.onload = resolve;
      script.src = '/theme.js';
      document.head.append(script);
    });
    script.remove();
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  test.each(['getItem', 'setItem', 'removeItem'] as const)('breaks no page when %s throws', async (touch) => {
    const plain = Storage.prototype[touch] as (...args: unknown[]) => string | null;
    vi.spyOn(Storage.prototype, touch).mockImplementation(function (this: Storage, key: string, ...value: unknown[]) {
      if (storedKey(key) !== null) throw new DOMException('', 'SecurityError');
      return plain.call(this, key, ...value) as never;
    });
    await expectPages(() => localStorage.clear());
    expect(startOver).not.toThrow();
  });

  test('returns the default of a value when storage is not accessible', () => {
    const stored = defineStored('elsewhere', parseFlag, false, () => {
      throw new DOMException('', 'SecurityError');
    });
    stored.set(true);
    stored.forget();
    expect(stored.get()).toBe(false);
    everyStored.pop();
  });
});
