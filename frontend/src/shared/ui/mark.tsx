import binance from 'simple-icons/icons/binance.svg?raw';
import kucoin from 'simple-icons/icons/kucoin.svg?raw';
import okx from 'simple-icons/icons/okx.svg?raw';
import robinhood from 'simple-icons/icons/robinhood.svg?raw';
import uphold from 'simple-icons/icons/uphold.svg?raw';
import { cx } from './cx.ts';

const drawings: Record<string, string> = { binance, kucoin, okx, robinhood, uphold };

const pathOf = (svg: string | undefined) => svg?.match(/ d="([^"]+)"/)?.[1];

/** The sign of an exchange or wallet: its own mark in the text colour, else its first letters; `null` is one not chosen yet. */
export function Mark({ of, size = 'm' }: { of: { id: string; monogram: string } | null; size?: 'm' | 'l' }) {
  const path = pathOf(drawings[of?.id ?? '']);
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
