import { notificationApi } from '@xrp-bridge/contracts/notification';
import {
  AdminDecidePublisher,
  AdminPublishers,
  ConfirmSubscription,
  GetHotMeter,
  GetLeaderHighlights,
  GetMarket,
  GetSignals,
  GetTrendingCryptos,
  ListSignalSources,
  RefreshSignals,
  StreamSignals,
  SubscribeSignals,
} from '@xrp-bridge/contracts/public-api';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { exposeFrom } from '../expose.ts';

/** What is done and said in the market. */
export function signalsRoutes({ services, signals }: Context): RouteHandler[] {
  const expose = exposeFrom(services);
  return [
    handle(GetHotMeter, ({ request, reply }) => signals.answer(signalsApi.readHotMeter, request, reply)),
    handle(GetSignals, ({ request, reply }) => signals.answer(signalsApi.listSignals, request, reply)),
    handle(GetMarket, ({ request, reply }) => signals.answer(signalsApi.readMarket, request, reply)),
    handle(GetLeaderHighlights, ({ request, reply }) => signals.answer(signalsApi.listHighlights, request, reply)),
    handle(GetTrendingCryptos, ({ request, reply }) => signals.answer(signalsApi.listTrending, request, reply)),
    handle(StreamSignals, async ({ request, reply }) => {
      await signals.stream(request, reply);
      return '';
    }),
    expose(SubscribeSignals, 'notification', notificationApi.subscribeSignals),
    expose(ConfirmSubscription, 'notification', notificationApi.confirmSubscription),
    expose(ListSignalSources, 'signals', signalsApi.listSources),
    expose(AdminPublishers, 'signals', signalsApi.listPublishers),
    handle(AdminDecidePublisher, async ({ params, body: { state } }) => {
      const answer = await services.signals.call(signalsApi.decidePublisher, { params, body: { state } });
      // Open pages must not go on showing the link.
      signals.nudge();
      return answer;
    }),
    handle(RefreshSignals, () => services.signals.call(signalsApi.refresh)),
  ];
}
