import { defineService, type FastifyInstance } from '@xrp-bridge/runtime';
import { createUnlockDuration } from '@xrp-bridge/runtime/metrics';
import { checkRoutes } from './check-routes.ts';
import { ledgerServersOf, transferSettings } from './config.ts';
import type { BaseContext, Context } from './context.ts';
import { transferEvents } from './events.ts';
import { transferRoutes } from './http.ts';
import { transferJobs, transferSchedules } from './jobs.ts';
import { createAccountReader } from './ledger/account-reader.ts';
import { withBudget } from './ledger/budget.ts';
import { createLedger } from './ledger/ledger.ts';
import { hostOf } from './ledger/server-names.ts';
import { migrations } from './migrations/index.ts';
import { transferRetention } from './retention.ts';
import { enqueueConfirmations } from './use-cases/confirm-payment.ts';
import { deleteOldChanges, listChanges, listWatches, readMoment, settleBeginnings } from './watch-store.ts';
import { createWatcher } from './watcher.ts';

/** Owns each transfer from the first choice to the arrival, and releases the paid instructions. */
export const transferService = defineService({
  name: 'transfer',
  kind: 'internal',
  settings: transferSettings,
  migrations,
  retention: transferRetention,
  context: (base: BaseContext) => createContext(base),
  http: followLedger,
  routes: (context: Context) => [...transferRoutes(context), ...checkRoutes(context)],
  on: transferEvents,
  jobs: transferJobs,
  schedules: transferSchedules,
  measures: async ({ unlocks }: Context) => unlocks.measure(),
});

/**
 * Creates the context of the service.
 * @param more.firstBackoffMs the first pause of requests to a ledger server after an untrusted reply
 */
export function createContext(base: BaseContext, more: { firstBackoffMs?: number } = {}): Context {
  const { clock, db, log, settings } = base;
  const ledger = createLedger({ urls: ledgerServersOf(settings), log, report: addServers(base), ...more });
  const checked = withBudget(ledger);
  const context: Context = {
    ...base,
    ledger,
    accounts: createAccountReader(ledger),
    unlocks: createUnlockDuration('transfer'),
    checks: { ledger: checked, accounts: createAccountReader(checked) },
    watcher: createWatcher({
      ledger,
      store: {
        readMoment: () => readMoment(db),
        list: (after, limit) => listWatches(db, { after, limit }),
        listChanges: (after, limit) => listChanges(db, after, limit),
        deleteOldChanges: () => deleteOldChanges(db),
        settleBeginnings: (newest, notAfter) => settleBeginnings(db, { newest, notAfter, now: clock() }),
      },
      enqueueConfirmations: (payments) => enqueueConfirmations(context, payments),
      log,
    }),
  };
  return context;
}

/** Registers each ledger server as a separate provider, in the order of preference. */
function addServers({ providers, settings }: BaseContext): (url: string, error: string | null) => void {
  const urls = ledgerServersOf(settings);
  if (urls.length === 0) providers.add('XRP Ledger', false);
  const reporters = new Map(urls.map((url, place) => [url, providers.add(`XRP Ledger ${place + 1}: ${hostOf(url)}`)]));
  return (url, error) => reporters.get(url)?.(error);
}

/** Starts and stops reading the ledger together with the HTTP server. */
async function followLedger(app: FastifyInstance, { ledger, watcher, settings, log }: Context): Promise<void> {
  if (ledgerServersOf(settings).length === 0) log.warn('XRPL_WS_URL is not set: the ledger cannot be read');
  app.addHook('onListen', async () => {
    ledger.start();
    watcher.start();
  });
  app.addHook('onClose', async () => {
    await Promise.all([watcher.stop(), ledger.stop()]);
  });
}
