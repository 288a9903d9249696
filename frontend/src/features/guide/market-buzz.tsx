import { TrendingDown, TrendingUp } from 'lucide-react';
import { Pill } from '../../shared/ui/note.tsx';

/** Made up, coins and numbers alike, so that nobody takes them for news. Live signals take their place. */
const samples = [
  { coin: 'Coin A', mentions: 1_240, changePercent: 182, spiking: true },
  { coin: 'Coin B', mentions: 860, changePercent: 12, spiking: false },
  { coin: 'Coin C', mentions: 315, changePercent: -9, spiking: false },
];

/** How much is said about which coin, and whether that is much more than the day before. */
export function MarketBuzz() {
  return (
    <section aria-labelledby="market-buzz" className="grid gap-3">
      <h3 id="market-buzz" className="text-lg">
        Market buzz
      </h3>
      <p className="text-sm text-ink-2">
        How often people talk about a coin, and how that changed in a day. These coins and numbers are made up.
      </p>
      <ul className="grid gap-2">
        {samples.map(({ coin, mentions, changePercent, spiking }) => (
          <li key={coin} className="grid gap-2 rounded-md bg-sunk px-4 py-3">
            <p className="flex flex-wrap items-center gap-2">
              <b className="mr-auto">{coin}</b>
              {spiking && <Pill kind="warn">Spiking</Pill>}
              <Pill kind="water">Sample</Pill>
            </p>
            <p className="flex flex-wrap items-center gap-x-5 gap-y-1 tabular">
              <span>{mentions.toLocaleString('en-US')} mentions</span>
              <Change percent={changePercent} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change({ percent }: { percent: number }) {
  const Icon = percent < 0 ? TrendingDown : TrendingUp;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className="size-5 text-ink-2" />
      {percent < 0 ? 'down' : 'up'} {Math.abs(percent)} %
    </span>
  );
}
