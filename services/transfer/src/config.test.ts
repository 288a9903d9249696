import { readSettings } from '@xrp-bridge/runtime/config';
import { describe, expect, it } from 'vitest';
import { ledgerServersOf, transferSettings } from './config.ts';

const serversOf = (environment: Record<string, string>) =>
  ledgerServersOf(readSettings({ own: transferSettings }, environment).own);

describe('the ledger’s servers', () => {
  it('are those that are named, in this order', () => {
    expect(serversOf({ XRPL_WS_URL: 'wss://one.example/key , ws://rippled:6006' })).toEqual([
      'wss://one.example/key',
      'ws://rippled:6006',
    ]);
  });

  it('are public ones in production, encrypted, and none without a sandbox', () => {
    const servers = serversOf({ MODE: 'production' });
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.every((url) => url.startsWith('wss://'))).toBe(true);
    expect(serversOf({})).toEqual([]);
    expect(serversOf({ XRPL_WS_URL: '' })).toEqual([]);
  });

  it.each(['https://xrplcluster.com/', 'wss://one.example,', 'nonsense'])('refuses %s by the setting’s name', (url) => {
    expect(() => serversOf({ XRPL_WS_URL: url })).toThrow(/XRPL_WS_URL: must be ws:\/\/ or wss:\/\//);
  });
});
