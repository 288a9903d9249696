import { alertApi } from '@xrp-bridge/contracts/operator-alerts';
import {
  ChangeOperatorAlerts,
  ConfirmOperatorAlerts,
  ReadOperatorAlerts,
  TestOperatorAlerts,
} from '@xrp-bridge/contracts/public-api';
import { type FastifyRequest, handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Operator } from '../access/operator-session.ts';
import type { Context } from '../context.ts';

export function operatorAlertRoutes({ services: { notification } }: Context): RouteHandler[] {
  const paramsOf = (request: FastifyRequest) => ({ operatorId: (request.operator as Operator).accountId });

  return [
    handle(ReadOperatorAlerts, ({ request }) => notification.call(alertApi.read, { params: paramsOf(request) })),

    handle(ChangeOperatorAlerts, ({ body: { reason: _reason, kinds, ...addresses }, request }) => {
      const isOwner = (request.operator as Operator).role === 'owner';
      const allowed = isOwner ? kinds : kinds.filter((kind) => kind !== 'weekly');
      return notification.call(alertApi.save, {
        params: paramsOf(request),
        body: { ...addresses, kinds: allowed },
      });
    }),

    handle(ConfirmOperatorAlerts, ({ body: { token }, request }) =>
      notification.call(alertApi.confirm, { params: paramsOf(request), body: { token } }),
    ),

    handle(TestOperatorAlerts, ({ params, request }) =>
      notification.call(alertApi.test, { params: { ...paramsOf(request), ...params } }),
    ),
  ];
}
