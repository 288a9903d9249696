import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteDefinition } from '@xrp-bridge/contracts/define';
import type { ServiceName } from '@xrp-bridge/contracts/services';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Services } from './clients.ts';

/** The internal route, where it may be asked what the public one was and answers what that one promises. */
type Answering<Public extends RouteDefinition, Internal extends RouteDefinition> = [
  ParamsOf<Public>,
  QueryOf<Public>,
  BodyOf<Public>,
  ReplyOf<Internal>,
] extends [ParamsOf<Internal>, QueryOf<Internal>, BodyOf<Internal>, ReplyOf<Public>]
  ? Internal
  : never;

/** Makes `expose`: a public call that one service answers as it is asked, in one line. */
export function exposeFrom(services: Services) {
  return <Public extends RouteDefinition, Internal extends RouteDefinition>(
    route: Public,
    service: ServiceName,
    internal: Answering<Public, Internal> & Internal,
  ): RouteHandler =>
    handle(route, async ({ params, query, body }) => {
      const input = { params, query, body } as Parameters<typeof services.payment.call<Internal>>[1];
      return (await services[service].call<Internal>(internal, input)) as ReplyOf<Public>;
    });
}
