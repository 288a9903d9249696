import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from './context.ts';
import { deleteChoices, readAlerts } from './operator-alert-store.ts';
import { confirmAlerts, saveAlerts, testAlert } from './use-cases/operator-alerts.ts';
import { brief } from './use-cases/send-briefing.ts';

export function operatorAlertRoutes(context: Context): RouteHandler[] {
  const { db } = context;
  return [
    handle(alertApi.read, ({ params }) => readAlerts(db, params.operatorId)),
    handle(alertApi.save, ({ params, body }) => saveAlerts(context, params.operatorId, body)),
    handle(alertApi.confirm, ({ params, body }) => confirmAlerts(context, params.operatorId, body.token)),
    handle(alertApi.delete, async ({ params }) => {
      await deleteChoices(db, params.operatorId);
      return undefined;
    }),
    handle(alertApi.brief, async ({ body }) => {
      await brief(context, body);
      return undefined;
    }),
    handle(alertApi.test, ({ params }) => testAlert(context, params.operatorId, params.way)),
  ];
}
