import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { trendingQuery } from '../../domain/signals/api.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/button.tsx';
import { Pill } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/state.tsx';

/**
 * Invented coins and numbers that are shown until there is data.
 * Their names (“Coin A”) show that the numbers are not real.
 */
const samples = [
  { symbol: 'Coin A', mentionCount: 1_240, velocityPercentage: 182 },
  { symbol: 'Coin B', mentionCount: 860, velocityPercentage: 12 },
  { symbol: 'Coin C', mentionCount: 315, velocityPercentage: -9 },
];

/** The daily increase, in percent, from which a coin is “spiking”. */
const spikingPercent = 100;

/** Shows the number of mentions per coin, and the change since the day before. */
export function MarketBuzz() {
  const { data, isPending } = useQuery(trendingQuery);
  const live = data && data.length > 0 ? data : null;
  return (
    <section aria-labelledby="market-buzz" className="grid gap-3">
      <h3 id="market-buzz" className="text-lg">
        Market buzz
      </h3>
      <p className="text-sm text-ink-2">
        See how often people talk about a coin, and how that changed in a day.
        {!live && !isPending && ' These coins and numbers are made up.'}
      </p>
      {isPending ? (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading the market buzz…</span>
          {samples.map(({ symbol }) => (
            <Skeleton key={symbol} className="h-22" />
          ))}
        </div>
      ) : (
        <ul className="grid gap-2">
          {(live ?? samples).map(({ symbol, mentionCount, velocityPercentage }) => (
            <li key={symbol} className="grid gap-2 rounded-md bg-sunk px-4 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <b className="mr-auto">{symbol}</b>
                {velocityPercentage >= spikingPercent && <Pill kind="warn">Spiking</Pill>}
                {!live && <Pill kind="water">Sample</Pill>}
              </p>
              <p className="flex flex-wrap items-center gap-x-5 gap-y-1 tabular">
                <span>
                  {mentionCount.toLocaleString('en-US')} {mentionCount === 1 ? 'mention' : 'mentions'}
                </span>
                <Change percent={velocityPercentage} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {live && <p className="text-sm text-ink-2">Counted by {sourcesOf(live).join(', ')} in the last 24 hours.</p>}
      <TextLink to={paths.signals} className="inline-flex min-h-11 items-center justify-self-start">
        See where the numbers come from
      </TextLink>
    </section>
  );
}

function sourcesOf(coins: readonly { source: string }[]): string[] {
  return [...new Set(coins.flatMap(({ source }) => source.split(', ')))].sort();
}

function Change({ percent }: { percent: number }) {
  const Icon = percent < 0 ? TrendingDown : TrendingUp;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className="size-5 text-ink-2" />
      {percent < 0 ? 'down' : 'up'} {Math.abs(percent)}%
    </span>
  );
}
