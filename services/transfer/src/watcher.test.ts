import type { Logger } from '@xrp-bridge/runtime';
import { expect, it, vi } from 'vitest';
import { LedgerUnavailable } from './ledger/connection.ts';
import type { Ledger } from './ledger/ledger.ts';
import { createWatcher } from './watcher.ts';

it('says once per connection that missed payments cannot be read, for all addresses together', async () => {
  const lines: unknown[][] = [];
  let connect = () => {};
  const ask = vi.fn().mockRejectedValue(new LedgerUnavailable('The ledger server answered tooBusy'));
  const watcher = createWatcher({
    ledger: {
      state: () => ({ ledgerIndex: 20 }),
      subscribe: async () => {},
      ask,
      listen(listener: { connected(): void }) {
        connect = listener.connected;
      },
    } as unknown as Ledger,
    store: {
      list: async () =>
        ['rOne', 'rTwo', 'rThree'].map((address) => ({ id: address, address, afterLedger: 10 }) as never),
      settleBeginnings: async () => {},
    },
    hear: async () => {},
    log: { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger,
  });
  watcher.start();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  connect();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(6));
  await watcher.stop();
  const line = [{ why: 'The ledger server answered tooBusy' }, 'missed payments cannot be read now, trying again'];
  await vi.waitFor(() => expect(lines).toEqual([line, line]));
});
