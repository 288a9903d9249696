import { Fold } from '../../ui/disclosure.tsx';
import type { HotCoin } from './api.ts';
import { Citations } from './citations.tsx';
import { FetchedCoinProfile } from './coin-profile.tsx';
import { PriceChart } from './price-chart.tsx';
import { ScoreMadeOf } from './score-made-of.tsx';
import { SourceMix } from './source-mix.tsx';

/** Shows a coin's profile, score, daily price and reports, and the pages that contain these reports. */
export function CoinFacts({ coin }: { coin: HotCoin }) {
  const { sources, read } = coin;
  return (
    <div className="grid min-w-0 gap-6">
      <FetchedCoinProfile symbol={coin.coin} />
      <ScoreMadeOf coin={coin} />
      <PriceChart coin={coin} />
      {sources.length > 0 && <SourceMix sources={sources} />}
      {read.length > 0 && (
        <Fold title={`Sources: ${read.length === 1 ? '1 page' : `the latest ${read.length} pages`}`}>
          <Citations of={coin.coin} pages={read} />
        </Fold>
      )}
    </div>
  );
}
