import { OutsideLink } from '../ui/button.tsx';
import type { HotCoin } from './api.ts';
import { formatTime } from './source-ages.tsx';

/** What a score was made of, number by number, so that anybody can work it out again. */
export function ScoreMadeOf({ coin }: { coin: HotCoin }) {
  const { inputs, window: days, sources, read } = coin;
  const { mentions, development, price } = inputs;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        The last 7 days beside the 30 days before, {days.from} to {days.to}. Worked out {formatTime(coin.scoredAt)}.
      </p>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Part title="Reports of things done" z={mentions.z}>
          {mentions.recent} a day now, {mentions.usual} before, spread {mentions.spread}. {mentions.sample} in all.
        </Part>
        <Part title="Work on the code" z={development.z}>
          {development.recent} a day now, {development.usual} before, spread {development.spread}. {development.sample}{' '}
          in all.
        </Part>
        <Part title="Move of the price" z={price.z}>
          {percent(price.change)} in 7 days, spread {percent(price.spread)}.
        </Part>
      </dl>
      <p className="tabular">
        Score = 10 × (0.6 × {mentions.z} + 0.4 × {development.z} − 0.5 × {price.z}) ÷ 2.5, from 0 to 10 ={' '}
        <b>{coin.heatScore.toFixed(1)}</b>
      </p>
      {sources.length > 0 && (
        <p className="text-sm text-ink-2">
          Spoken of in the last 7 days: {sources.map(({ name, mentions: count }) => `${name} ${count}`).join(', ')}.
        </p>
      )}
      {read.length > 0 && (
        <ul aria-label={`What was read about ${coin.coin}`} className="grid gap-2">
          {read.map(({ title, url, site, at }) => (
            <li key={url}>
              <OutsideLink href={url} className="inline-flex min-h-11 items-center wrap-anywhere">
                {title}
              </OutsideLink>
              <p className="text-sm text-ink-2">
                {site}, {formatTime(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Part({ title, z, children }: { title: string; z: number; children: React.ReactNode }) {
  return (
    <div className="grid content-start gap-1 rounded-md bg-sunk px-4 py-3">
      <dt className="font-semibold">{title}</dt>
      <dd className="text-sm text-ink-2 tabular">{children}</dd>
      <dd className="text-sm tabular">
        Counts as <b>{z}</b>
      </dd>
    </div>
  );
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`;
}
