import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { relativeTime } from '../../lib/ages.ts';
import { formatDay } from '../../lib/times.ts';
import { Pill } from '../../ui/note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { type MarketToken, marketQuery } from './api.ts';
import { formatLargeSum } from './prices.ts';

export function FetchedCoinProfile({ symbol }: { symbol: string }) {
  const { data, isPending, refetch, isFetching } = useQuery(marketQuery);
  if (isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading this coin’s details…</span>
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (!data) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>We couldn’t load this coin’s details.</p>
        <RetryButton isFetching={isFetching} refetch={refetch} />
      </div>
    );
  }
  const token = data.tokens.find((one) => one.symbol === symbol);
  return token ? <CoinProfile token={token} /> : <p>We don’t have any market data for this coin yet.</p>;
}

/** Shows a coin's description, its use and its market values. Missing values are labelled. */
export function CoinProfile({ token }: { token: MarketToken }) {
  const { description, realWorldUsage, describedOn, marketCap, volume24h, mentions, mentionChange } = token;
  return (
    <div className="grid gap-4">
      <dl className="grid max-w-[70ch] gap-3">
        <div>
          <dt className="font-semibold">What it is</dt>
          <dd>{description}</dd>
        </div>
        <div>
          <dt className="font-semibold">Real-world use</dt>
          <dd>{realWorldUsage}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-2">
        We wrote this on {formatDay(describedOn)}, {describedOn.slice(0, 4)}.
      </p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <MarketValue name="Market cap">
          {marketCap === null ? 'Unknown' : formatLargeSum(Number(marketCap))}
        </MarketValue>
        <MarketValue name="24-hour volume">
          {volume24h === null ? 'Unknown' : formatLargeSum(Number(volume24h))}
        </MarketValue>
        <MarketValue name="24-hour mentions">{mentions.toLocaleString('en-US')}</MarketValue>
        <MarketValue name="Change in mentions">
          {mentionChange === null ? 'Not enough data to compare' : describeMentionChange(mentionChange)}
        </MarketValue>
      </dl>
      <p className="text-sm text-ink-2">
        Market cap is the price times the number of coins in circulation. Volume is how much was bought and sold. Both
        come from {token.source}, {relativeTime(token.lastUpdate, Date.now())}. If that’s an exchange, it counts only
        its own trades. {token.stale && <Pill kind="warn">Old</Pill>}
      </p>
    </div>
  );
}

function MarketValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </div>
  );
}

function describeMentionChange(percent: number): string {
  if (percent === 0) return 'Same as the day before';
  return `${Math.abs(percent).toLocaleString('en-US')}% ${percent > 0 ? 'more' : 'fewer'} than the day before`;
}
