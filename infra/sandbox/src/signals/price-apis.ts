import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../provider.ts';
import { dayMs, dayOf } from './chance.ts';
import { coins, type SandboxCoin } from './coins.ts';
import { serveFaulty } from './faulty.ts';
import { createMarket } from './market.ts';

// Serves CoinGecko, CoinMarketCap, Binance and Kraken, each with its own paths and formats.

export const PRICE_SOURCES = ['coingecko', 'coinmarketcap', 'binance', 'kraken'] as const;

export function servePrices(app: FastifyInstance, world: World): void {
  const market = createMarket();
  const now = () => world.clock.now();
  const iso = (time: number) => new Date(time).toISOString();
  const change24h = (coin: SandboxCoin) =>
    100 * (market.priceAt(coin, now()) / market.priceAt(coin, now() - dayMs) - 1);
  const query = (request: FastifyRequest) => request.query as Record<string, string>;
  const requestedCoins = (text: string | undefined, known: (coin: SandboxCoin) => string | number | undefined) =>
    coins.filter((coin) => (text ?? '').split(',').includes(String(known(coin))));
  const day = (coin: SandboxCoin, at: number) => {
    const [open, close] = [market.closeOf(coin, at - 1), market.closeOf(coin, at)];
    return {
      open,
      close,
      high: Math.max(open, close) * 1.01,
      low: Math.min(open, close) * 0.99,
      volume: market.volumeOf(coin, at),
    };
  };
  const lastDays = (count: number) => Array.from({ length: count }, (_, index) => dayOf(now()) - count + 1 + index);

  const gecko = serveFaulty(world, 'market', 'coingecko');
  app.get(
    '/coingecko/coins/markets',
    gecko((request) =>
      requestedCoins(query(request).ids, ({ gecko: id }) => id).map((coin) => ({
        id: coin.gecko,
        symbol: coin.ticker.toLowerCase(),
        name: coin.name,
        current_price: market.priceAt(coin, now()),
        market_cap: Math.round(market.priceAt(coin, now()) * coin.supply),
        total_volume: market.volumeOf(coin, dayOf(now())),
        price_change_percentage_24h: change24h(coin),
        last_updated: iso(now() - 30_000),
      })),
    ),
  );
  app.get(
    '/coingecko/coins/:id/market_chart',
    gecko((request, reply) => {
      const coin = coins.find(({ gecko: id }) => id === (request.params as { id: string }).id);
      if (!coin) return reply.code(404).send({ error: 'coin not found' });
      // CoinGecko returns one point for each midnight, and one for the current time.
      const points = lastDays(Math.min(365, Number(query(request).days ?? 91))).map((at) => at * dayMs);
      const each = <Value>(value: (time: number) => Value) => [...points, now()].map((time) => [time, value(time)]);
      return {
        prices: each((time) =>
          time % dayMs === 0 ? market.closeOf(coin, dayOf(time) - 1) : market.priceAt(coin, time),
        ),
        market_caps: each((time) => market.closeOf(coin, dayOf(time) - 1) * coin.supply),
        total_volumes: each((time) => market.volumeOf(coin, dayOf(time) - 1)),
      };
    }),
  );

  const cmc = serveFaulty(world, 'market', 'coinmarketcap');
  app.get(
    '/coinmarketcap/v3/cryptocurrency/quotes/latest',
    cmc((request) => ({
      status: { timestamp: iso(now()), error_code: 0, error_message: null, credit_count: 1 },
      data: requestedCoins(query(request).id, ({ cmc: id }) => id).map((coin) => ({
        id: coin.cmc,
        name: coin.name,
        symbol: coin.ticker,
        quote: [
          {
            symbol: 'USD',
            price: market.priceAt(coin, now()),
            volume_24h: market.volumeOf(coin, dayOf(now())),
            percent_change_24h: change24h(coin),
            market_cap: market.priceAt(coin, now()) * coin.supply,
            last_updated: iso(now() - 60_000),
          },
        ],
      })),
    })),
  );

  const binance = serveFaulty(world, 'market', 'binance');
  app.get(
    '/binance/ticker/24hr',
    binance((request, reply) => {
      const symbols: string[] = JSON.parse(query(request).symbols ?? '[]');
      const known = coins.filter((coin) => coin.binance && symbols.includes(coin.binance));
      if (known.length < symbols.length) return reply.code(400).send({ code: -1121, msg: 'Invalid symbol.' });
      return known.map((coin) => ({
        symbol: coin.binance,
        priceChangePercent: change24h(coin).toFixed(3),
        lastPrice: String(market.priceAt(coin, now())),
        quoteVolume: String(market.volumeOf(coin, dayOf(now()))),
        closeTime: now(),
      }));
    }),
  );
  app.get(
    '/binance/klines',
    binance((request, reply) => {
      const coin = coins.find((one) => one.binance && one.binance === query(request).symbol);
      if (!coin) return reply.code(400).send({ code: -1121, msg: 'Invalid symbol.' });
      return lastDays(Math.min(1000, Number(query(request).limit ?? 500))).map((at) => {
        const { open, high, low, close, volume } = day(coin, at);
        const text = [open, high, low, close, volume / close].map(String);
        return [at * dayMs, ...text, (at + 1) * dayMs - 1, String(volume), 1000, '0', '0', '0'];
      });
    }),
  );

  const kraken = serveFaulty(world, 'market', 'kraken');
  app.get(
    '/kraken/OHLC',
    kraken((request) => {
      const coin = coins.find((one) => one.kraken && one.kraken === query(request).pair);
      // Kraken returns errors with status 200.
      if (!coin) return { error: ['EQuery:Unknown asset pair'] };
      const { interval = '1', since = '0' } = query(request);
      const stepMs = Number(interval) * 60_000;
      const current = Math.floor(now() / stepMs) * stepMs;
      const rows = Array.from({ length: 720 }, (_, index) => current - (719 - index) * stepMs)
        .filter((at) => at > Number(since) * 1000)
        .map((at) => {
          // The last candle ends at the current time.
          const { open, close } =
            stepMs === dayMs && at < current
              ? day(coin, dayOf(at))
              : { open: market.priceAt(coin, at), close: market.priceAt(coin, Math.min(at + stepMs - 1, now())) };
          const prices = [open, Math.max(open, close) * 1.01, Math.min(open, close) * 0.99, close, close];
          const volume = (market.volumeOf(coin, dayOf(at)) * stepMs) / dayMs / close;
          return [at / 1000, ...prices.map(String), String(volume), 500];
        });
      return { error: [], result: { [`X${coin.ticker}ZUSD`]: rows, last: (current - stepMs) / 1000 } };
    }),
  );
}
