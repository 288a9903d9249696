import { exchangeIds } from '@xrp-bridge/contracts/exchanges';
import { walletIds } from '@xrp-bridge/contracts/wallets';
import { describe, expect, it } from 'vitest';
import sprite from './sprite.svg?raw';

describe('the sprite of logos', () => {
  it('contains exactly one symbol for each exchange and wallet', () => {
    const symbols = [...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(symbols.sort()).toEqual([...exchangeIds, ...walletIds].sort());
  });
});
