import type { Provider, World } from '../provider.ts';
import { serveControls } from './controls.ts';
import { createLedger } from './ledger.ts';
import { createServers } from './servers.ts';

/**
 * Creates the XRP Ledger: one ledger that closes every 3 s, served by two servers over WebSocket and
 * JSON-RPC.
 */
export function createXrpl(world: World): Provider {
  const ledger = createLedger(world.clock, (transactions) => {
    if (transactions > 0) world.changed();
    servers.publish();
  });
  const servers = createServers(world, ledger);
  return {
    name: 'xrpl',
    routes: servers.serve,
    controls: (app) => serveControls(app, ledger, servers),
    faulted: servers.applyFaults,
    state: () => ({}),
    save: ledger.save,
    restore(saved: ReturnType<typeof ledger.save>) {
      ledger.restore(saved);
      servers.reset();
    },
    reset() {
      ledger.reset();
      servers.reset();
    },
    stop: async () => servers.stop(),
  };
}
