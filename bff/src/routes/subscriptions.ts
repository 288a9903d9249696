import { notificationApi } from '@xrp-bridge/contracts/notification';
import {
  CancelSubscription,
  ReadSubscription,
  SubscriptionCheckout,
  SubscriptionMoneyBack,
} from '@xrp-bridge/contracts/public-api';
import { subscriptionApi } from '@xrp-bridge/contracts/subscription';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

/** Routes of the signals subscription. The signed token from a mail's link grants access. */
export function subscriptionRoutes({ services: { notification, payment } }: Context): RouteHandler[] {
  /** Returns the subscriber of a mail's link. @throws ProblemError link_expired */
  const open = (token: string) => notification.call(notificationApi.readSubscriptionLink, { body: { token } });

  return [
    handle(ReadSubscription, async ({ body }) => {
      const { subscriberId } = await open(body.token);
      return payment.call(subscriptionApi.settle, { params: { subscriberId } });
    }),
    handle(SubscriptionCheckout, async ({ body }) => {
      const { subscriberId, email } = await open(body.token);
      return payment.call(subscriptionApi.openCheckout, { params: { subscriberId }, body: { email } });
    }),
    handle(CancelSubscription, async ({ body }) => {
      const { subscriberId } = await open(body.token);
      return payment.call(subscriptionApi.cancel, { params: { subscriberId } });
    }),
    handle(SubscriptionMoneyBack, async ({ body }) => {
      const { subscriberId } = await open(body.token);
      return payment.call(subscriptionApi.moneyBack, { params: { subscriberId } });
    }),
  ];
}
