import type { RouteDefinition } from '@xrp-bridge/contracts/define';
import type { PublishedRoute } from '@xrp-bridge/contracts/public-api';
import { handle, type RouteHandler, type ServiceClient } from '@xrp-bridge/runtime';

/**
 * Forwards a published route to its internal route, without `reason`.
 * Only the audit trail stores the reason.
 */
export function forward(service: ServiceClient, route: PublishedRoute): RouteHandler {
  return handle<RouteDefinition>(route, ({ params, query, body }) => {
    const { reason: _reason, ...fields } = (body ?? {}) as Record<string, unknown>;
    return service.call<RouteDefinition>(route.internal, { params, query: query as object, body: fields });
  });
}
