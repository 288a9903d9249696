import { setTimeout as sleep } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import { BriefingRequested } from '@xrp-bridge/contracts/briefing';
import { HotMeterRefreshed } from '@xrp-bridge/contracts/signals';
import { TransferUpdated } from '@xrp-bridge/contracts/transfer-events';
import {
  allow,
  defineService,
  type EdgeContext,
  type FastifyInstance,
  openRedis,
  type Readiness,
} from '@xrp-bridge/runtime';
import { deviceKey } from './access/device-cookie.ts';
import { requireEntitlement } from './access/entitlement.ts';
import { addMaintenance, createMaintenanceFlag } from './access/maintenance.ts';
import { ensureOperatorPassword } from './access/operator-account.ts';
import { addAuditTrail, requireOperator } from './access/operator-gate.ts';
import { listSessions } from './access/operator-session.ts';
import { conciergeKey, createConciergeCookie, createOwnerCookie, ownerKey } from './access/owner-cookie.ts';
import { requireOwner } from './access/owner-gate.ts';
import { addRateLimits } from './access/rate-limits.ts';
import { repeatDeletions } from './access/repeat-deletions.ts';
import { createVisitors } from './access/visitors.ts';
import { createAssistant } from './assistant/assistant.ts';
import { sendBriefing } from './briefing.ts';
import { createClients, readTransfer } from './clients.ts';
import { bffSettings, rateLimitsOn } from './config.ts';
import type { BaseContext, Context } from './context.ts';
import { createActivityFeed } from './live/activity.ts';
import { createLiveUpdates } from './live/live-updates.ts';
import { createSignalsCache } from './live/signals-cache.ts';
import { migrations } from './migrations/index.ts';
import { addCompression } from './pages/compression.ts';
import { addDataHeaders, refuseCrossSiteWrites } from './pages/security.ts';
import { addStaticFiles } from './pages/static.ts';
import { bffRetention } from './retention.ts';
import { adminRoutes } from './routes/admin.ts';
import { adsRoutes } from './routes/ads.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { checkRoutes } from './routes/checks.ts';
import { conciergeRoutes } from './routes/concierge.ts';
import { addDocs } from './routes/docs.ts';
import { guideRoutes } from './routes/guides.ts';
import { addReadiness } from './routes/health.ts';
import { newsletterRoutes } from './routes/newsletters.ts';
import { operatorRoutes } from './routes/operator.ts';
import { operatorAccountRoutes } from './routes/operator-accounts.ts';
import { operatorAlertRoutes } from './routes/operator-alerts.ts';
import { paymentRoutes } from './routes/payments.ts';
import { signalsRoutes } from './routes/signals.ts';
import { siteRoutes } from './routes/site.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { transferRoutes } from './routes/transfers.ts';
import { addUnknownRoutes } from './routes/unknown.ts';

export { isEasyPassword } from './access/easy-password.ts';
export { ensureOperatorPassword, setOperatorPassword } from './access/operator-account.ts';
export type { Tables as OperatorTables } from './tables.ts';

/**
 * The edge service: the only one that browsers reach.
 * It calls the other services and serves the web app.
 */
export const bffService = defineService({
  name: 'bff',
  kind: 'edge',
  settings: bffSettings,
  migrations,
  retention: bffRetention,
  afterRestore: repeatDeletions,
  signingKeys: [ownerKey, conciergeKey, deviceKey],
  context: createContext,
  guards: (context: Context) => ({
    open: allow,
    owner: requireOwner(context),
    entitled: requireEntitlement(context),
    operator: requireOperator(context),
  }),
  http: prepareServer,
  routes: (context: Context) => [
    ...transferRoutes(context),
    ...checkRoutes(context),
    ...guideRoutes(),
    ...paymentRoutes(context),
    ...siteRoutes(context),
    ...signalsRoutes(context),
    ...conciergeRoutes(context),
    ...subscriptionRoutes(context),
    ...newsletterRoutes(context),
    ...assistantRoutes(context),
    ...operatorRoutes(context),
    ...operatorAccountRoutes(context),
    ...operatorAlertRoutes(context),
    ...adminRoutes(context),
    ...adsRoutes(context),
  ],
  broadcast: (context: Context) => ({
    topics: [TransferUpdated.context, HotMeterRefreshed.context, BriefingRequested.context],
    types: [TransferUpdated.type, HotMeterRefreshed.type, BriefingRequested.type],
    deliver: async ({ type, subject }) => {
      if (type === HotMeterRefreshed.type) context.signals.invalidate();
      else if (type === TransferUpdated.type) context.liveUpdates.notify(subject);
      // The briefing is not awaited, because it can take seconds, and live updates wait in the same queue. Every
      // instance sends a briefing. Notification uses only the first, because each alert has the id of its hour or day.
      else if (type === BriefingRequested.type) void sendBriefing(context);
    },
  }),
  async close({ services, assistant }) {
    await Promise.all([assistant, ...Object.values(services)].map((each) => each.close()));
  },
});

function createContext(base: BaseContext, { watch, connect }: EdgeContext): Context {
  const { db, log, settings, clock } = base;
  const services = createClients(settings, connect);
  const secure = settings.PUBLIC_URL.startsWith('https:');
  return {
    ...base,
    services,
    liveUpdates: createLiveUpdates({
      read: (id) => readTransfer(services, id),
      log,
    }),
    signals: createSignalsCache(services, clock),
    activity: createActivityFeed({ ...base, watch, listSessions: () => listSessions(db, clock()) }),
    visitors: createVisitors(db, clock),
    ownerCookie: createOwnerCookie(db, { secure }),
    conciergeCookie: createConciergeCookie(db, { secure }),
    maintenance: createMaintenanceFlag(db, clock),
    assistant: createAssistant(base),
    pause: (ms) => sleep(ms),
  };
}

async function prepareServer(
  app: FastifyInstance,
  context: Context,
  readiness: () => Promise<Readiness>,
): Promise<void> {
  const { db, settings, clock, activity, liveUpdates, signals } = context;
  if (settings.OPERATOR_PASSWORD) await ensureOperatorPassword(db, settings, clock());

  app.decorate('cookiePrefix', settings.PUBLIC_URL.startsWith('https:') ? '__Host-' : '');
  await app.register(cookie, { hook: false });
  addDataHeaders(app, settings.PUBLIC_URL);
  refuseCrossSiteWrites(app, settings.PUBLIC_URL);
  if (rateLimitsOn(settings)) {
    await addRateLimits(app, settings.REDIS_URL ? openRedis(settings.REDIS_URL, app.log) : undefined);
  }
  addMaintenance(app, context.maintenance);
  addAuditTrail(app, context);
  addCompression(app);

  addReadiness(app, context.services, readiness);
  await addDocs(app, context);
  await addStaticFiles(app, context);
  addUnknownRoutes(app);
  app.addHook('preClose', async () => {
    liveUpdates.close();
    await activity.close();
    signals.close();
  });
}
