import { notificationApi } from '@xrp-bridge/contracts/notification';
import { pages } from '@xrp-bridge/contracts/pages';
import { AdminNewsletters, AskUnsubscribe, UnsubscribeOneClick } from '@xrp-bridge/contracts/public-api';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { forward } from '../forward.ts';

/**
 * Routes of newsletters for mail programs and operators.
 * Owners of the concierge choose their newsletters in the concierge's routes.
 */
export function newsletterRoutes({ services }: Context): RouteHandler[] {
  return [
    handle(UnsubscribeOneClick, ({ params }) =>
      services.notification.call(notificationApi.unsubscribe, { body: params }),
    ),
    handle(AskUnsubscribe, async ({ params, reply }) => {
      reply.redirect(`${pages.newsletters.path}#stop=${encodeURIComponent(params.token)}`, 303);
      return undefined;
    }),
    forward(services.notification, AdminNewsletters),
  ];
}
