import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, queryOf, type Reply } from '../../lib/api/client.ts';

export type HotCoin = Reply<'GET /api/hot-meter'>['coins'][number];
export type Signal = Reply<'GET /api/signals'>['signals'][number];
export type SourceAge = Reply<'GET /api/hot-meter'>['sources'][number];
export type Highlight = Reply<'GET /api/leader-highlights'>[number];
export type MarketToken = Reply<'GET /api/market'>['tokens'][number];
export type Trending = Reply<'GET /api/trending-cryptos'>[number];

export const hotMeterQuery = queryOf('GET /api/hot-meter');
export const signalsQuery = queryOf('GET /api/signals');
export const highlightsQuery = queryOf('GET /api/leader-highlights');
export const trendingQuery = queryOf('GET /api/trending-cryptos');
export const marketQuery = queryOf('GET /api/market');

const queries = [hotMeterQuery, signalsQuery, highlightsQuery, trendingQuery, marketQuery];

/** Refetches all signals when the server reports a change, and after a reconnection. */
export function useLiveSignals(): void {
  const client = useQueryClient();
  useEffect(() => {
    const source = new EventSource(addressOf('GET /api/signals/events'));
    const readAnew = () => {
      for (const { queryKey } of queries) void client.invalidateQueries({ queryKey });
    };
    let wasOpen = false;
    source.addEventListener('open', () => {
      // The events during the interruption are lost, so all signals are refetched.
      if (wasOpen) readAnew();
      wasOpen = true;
    });
    source.addEventListener('changed', readAnew);
    return () => source.close();
  }, [client]);
}
