import { readSettings } from '@xrp-bridge/runtime/config';
import { describe, expect, it } from 'vitest';
import { ledgerServersOf, transferSettings } from './config.ts';

const serversOf = (environment: Record<string, string>) =>
  ledgerServersOf(readSettings({ own: transferSettings }, environment).own);

describe('the ledger servers', () => {
  it('are read from XRPL_WS_URL in the given order', () => {
    expect(serversOf({ XRPL_WS_URL: 'wss://one.example/key , ws://rippled:6006' })).toEqual([
      'wss://one.example/key',
      'ws://rippled:6006',
    ]);
  });

  it('default to public wss:// servers in production, and to none in sandbox mode', () => {
    const servers = serversOf({ MODE: 'production' });
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.every((url) => url.startsWith('wss://'))).toBe(true);
    expect(serversOf({})).toEqual([]);
    expect(serversOf({ XRPL_WS_URL: '' })).toEqual([]);
  });

  it.each(['https://xrplcluster.com/', 'wss://one.example,', 'nonsense'])(
    'are rejected with the setting’s name if the value is %s',
    (url) => {
      expect(() => serversOf({ XRPL_WS_URL: url })).toThrow(/XRPL_WS_URL: must be ws:\/\/ or wss:\/\//);
    },
  );
});
