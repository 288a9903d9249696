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
import { forward } from '../forward.ts';

/** Routes of market signals, their sources and their subscription. */
export function signalsRoutes({ services, signals }: Context): RouteHandler[] {
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
    forward(services.notification, SubscribeSignals),
    forward(services.notification, ConfirmSubscription),
    forward(services.signals, ListSignalSources),
    forward(services.signals, AdminPublishers),
    handle(AdminDecidePublisher, async ({ params, body: { state } }) => {
      const answer = await services.signals.call(signalsApi.decidePublisher, { params, body: { state } });
      // Invalidates the cache, so that open pages also remove the publisher's links.
      signals.invalidate();
      return answer;
    }),
    handle(RefreshSignals, () => services.signals.call(signalsApi.refresh)),
  ];
}
