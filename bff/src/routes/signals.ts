import {
  GetHotMeter,
  GetLeaderHighlights,
  GetMarket,
  GetSignals,
  GetTrendingCryptos,
  ListSignalSources,
  RefreshSignals,
} from '@xrp-bridge/contracts/public-api';
import { signalsApi } from '@xrp-bridge/contracts/signals';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';
import { exposeFrom } from '../expose.ts';

/** What is done and said in the market. */
export function signalsRoutes({ services }: Context): RouteHandler[] {
  const expose = exposeFrom(services);
  return [
    expose(GetHotMeter, 'signals', signalsApi.readHotMeter),
    expose(GetSignals, 'signals', signalsApi.listSignals),
    expose(GetMarket, 'signals', signalsApi.readMarket),
    expose(GetLeaderHighlights, 'signals', signalsApi.listHighlights),
    expose(GetTrendingCryptos, 'signals', signalsApi.listTrending),
    expose(ListSignalSources, 'signals', signalsApi.listSources),
    handle(RefreshSignals, () => services.signals.call(signalsApi.refresh)),
  ];
}
