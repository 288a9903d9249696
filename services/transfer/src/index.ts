import { defineService, type FastifyInstance } from '@xrp-bridge/runtime';
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
import { hearPayments } from './use-cases/confirm-payment.ts';
import { deleteOldChanges, listChanges, listWatches, readMoment, settleBeginnings } from './watch-store.ts';
import { createWatcher } from './watcher.ts';

/** Knows each transfer from the first choice to the arrival; releases the instructions once they are paid for. */
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
});

/** @param more.firstRestMs how long a ledger server that is not believed rests the first time */
export function createContext(base: BaseContext, more: { firstRestMs?: number } = {}): Context {
  const { clock, db, log, settings } = base;
  const ledger = createLedger({ urls: ledgerServersOf(settings), log, note: addServers(base), ...more });
  const checked = withBudget(ledger);
  const context: Context = {
    ...base,
    ledger,
    accounts: createAccountReader(ledger),
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
      hear: (payments) => hearPayments(context, payments),
      log,
    }),
  };
  return context;
}

/** Each ledger server is a provider of its own; the first is the one that we would rather ask. */
function addServers({ providers, settings }: BaseContext): (url: string, error: string | null) => void {
  const urls = ledgerServersOf(settings);
  if (urls.length === 0) providers.add('XRP Ledger', false);
  const notes = new Map(urls.map((url, place) => [url, providers.add(`XRP Ledger ${place + 1}: ${hostOf(url)}`)]));
  return (url, error) => notes.get(url)?.(error);
}

/** The ledger is read for as long as this service answers. */
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
