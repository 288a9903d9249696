import binance from 'simple-icons/icons/binance.svg?raw';
import kucoin from 'simple-icons/icons/kucoin.svg?raw';
import robinhood from 'simple-icons/icons/robinhood.svg?raw';
import uphold from 'simple-icons/icons/uphold.svg?raw';
import { cx } from './cx.ts';

const pathOf = (svg: string) => svg.match(/ d="([^"]+)"/)?.[1];

const paths: Record<string, string | undefined> = {
  binance: pathOf(binance),
  kucoin: pathOf(kucoin),
  // As in simple-icons, but for corners too little rounded to be seen: they alone take 2 kB.
  okx: 'M0 8.6h7.2v6.8H0zm2.4 2.3v2.2h2.4v-2.2zm6-2.3h2.4v2.3h2.4v2.2h-2.4v2.3H8.4zm4.8 0h2.4v2.3h-2.4zm0 4.5h2.4v2.3h-2.4zm3.6-4.5h2.4v2.3h-2.4zm4.8 0H24v2.3h-2.4zm-2.4 2.3h2.4v2.2h-2.4zm-2.4 2.2h2.4v2.3h-2.4zm4.8 0H24v2.3h-2.4z',
  robinhood: pathOf(robinhood),
  uphold: pathOf(uphold),
};

/** The sign of an exchange or wallet: its own mark in the text colour, else its first letters; `null` is one not chosen yet. */
export function Mark({ of, size = 'm' }: { of: { id: string; monogram: string } | null; size?: 'm' | 'l' }) {
  const path = paths[of?.id ?? ''];
  return (
    <span
      aria-hidden
      className={cx(
        'grid place-items-center border font-bold',
        size === 'l'
          ? 'size-14 rounded-[18px] text-lg @max-tight:size-10 @max-tight:rounded-md [&>svg]:size-7'
          : 'size-12 rounded-md text-base [&>svg]:size-6',
        of ? 'border-line bg-sunk text-ink' : 'border-dashed border-line-strong text-ink-3',
      )}
    >
      {path ? (
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden>
          <path d={path} />
        </svg>
      ) : (
        (of?.monogram ?? '?')
      )}
    </span>
  );
}
