import { OutsideLink } from '../ui/button.tsx';
import { Fold } from '../ui/disclosure.tsx';
import type { HotCoin } from './api.ts';
import { PriceChart } from './price-chart.tsx';
import { ScoreMadeOf } from './score-made-of.tsx';
import { SourceMix } from './source-mix.tsx';
import { formatTime } from './times.ts';

/** All that is known of a coin: how its score came about, how price and reports went, and where it was read. */
export function CoinFacts({ coin }: { coin: HotCoin }) {
  const { sources, read } = coin;
  return (
    <div className="grid min-w-0 gap-6">
      <ScoreMadeOf coin={coin} />
      <PriceChart coin={coin} />
      {sources.length > 0 && <SourceMix sources={sources} />}
      {read.length > 0 && (
        <Fold title={`What was read: ${read.length === 1 ? '1 page' : `the latest ${read.length} pages`}`}>
          <ul aria-label={`What was read about ${coin.coin}`} className="grid gap-2">
            {read.map(({ title, url, site, at }) => (
              <li key={url}>
                <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
                  {title}
                </OutsideLink>
                <p className="text-sm text-ink-2 wrap-anywhere">
                  {site}, {formatTime(at)}
                </p>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  );
}
