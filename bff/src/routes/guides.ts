import { GetExchangeGuide, GetWalletGuide } from '@xrp-bridge/contracts/public-api';
import { findExchangeGuide, findWalletGuide } from '@xrp-bridge/guidance/open-guides';
import { handle, ProblemError, type RouteHandler } from '@xrp-bridge/runtime';

/** Routes of the public guides, which need no transfer. */
export function guideRoutes(): RouteHandler[] {
  return [
    handle(GetWalletGuide, async ({ params }) => {
      const guide = findWalletGuide(params.wallet);
      if (!guide) throw new ProblemError('wallet_guide_not_found');
      return { guide };
    }),
    handle(GetExchangeGuide, async ({ params }) => {
      const guide = findExchangeGuide(params.exchange);
      if (!guide) throw new ProblemError('exchange_guide_not_found');
      return { guide };
    }),
  ];
}
