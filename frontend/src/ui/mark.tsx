import { cx } from './cx.ts';

/** Paths from simple-icons (CC0), rounded to two decimals by svgo, which halves their size. */
const paths: Record<string, string | undefined> = {
  binance:
    'm16.62 13.92 2.72 2.72L12 23.99l-7.35-7.35 2.71-2.72L12 18.58zm4.64-4.64L24 12l-2.72 2.72L18.57 12zm-9.27 0 2.71 2.7-2.7 2.71L9.27 12zm-9.27 0L5.4 12l-2.7 2.7L0 12zM11.99.01l7.35 7.33-2.72 2.72L12 5.42l-4.64 4.66-2.71-2.72z',
  kucoin:
    'm7.93 12 7.12 7.12 4.49-4.5a2 2 0 0 1 2.87 0 2 2 0 0 1 0 2.87l-5.92 5.92a2.06 2.06 0 0 1-2.89 0l-8.54-8.54v5.07a2.03 2.03 0 1 1-4.07 0V4.04a2.03 2.03 0 1 1 4.07 0v5.1L13.6.58a2.06 2.06 0 0 1 2.89 0L22.4 6.5c.78.8.78 2.09 0 2.86-.8.79-2.1.79-2.87 0l-4.49-4.49zm7.12-2.04A2.04 2.04 0 0 0 13 12c0 1.13.9 2.05 2.03 2.05A2.04 2.04 0 0 0 17.1 12a2.07 2.07 0 0 0-2.04-2.03',
  // With square corners: the original's rounding is too small to see and takes 2 kB.
  okx: 'M0 8.6h7.2v6.8H0zm2.4 2.3v2.2h2.4v-2.2zm6-2.3h2.4v2.3h2.4v2.2h-2.4v2.3H8.4zm4.8 0h2.4v2.3h-2.4zm0 4.5h2.4v2.3h-2.4zm3.6-4.5h2.4v2.3h-2.4zm4.8 0H24v2.3h-2.4zm-2.4 2.3h2.4v2.2h-2.4zm-2.4 2.2h2.4v2.3h-2.4zm4.8 0H24v2.3h-2.4z',
  robinhood:
    'M2.84 24h.53c.1 0 .2-.05.22-.13 4-10.17 8.35-15.21 11.08-18.23q.15-.21-.1-.23H9.7a.6.6 0 0 0-.45.23l-3.5 4.33a3 3 0 0 0-.64 2.09v4.43a99 99 0 0 0-2.39 7.32q-.04.19.13.19M20.44.65c-.75-.8-4.15-.84-5.72-.23a3 3 0 0 0-.79.47 41 41 0 0 0-3.32 3.18c-.11.1-.07.22.1.22h5.4q.77.02.79.79v6.1c0 .16.13.2.23.06l3.25-4.25c.53-.7.7-.9.84-1.86.19-1.42.08-3.58-.77-4.48m-6.98 16.18 2.23-3.68a1 1 0 0 0 .06-.29V6.73c0-.16-.11-.22-.22-.1a57 57 0 0 0-8.4 12.41c-.06.12.02.23.16.18l5.01-1.54c.57-.18.88-.4 1.16-.86',
  uphold:
    'M14.27 22.33a8 8 0 0 1-2.22.34h-.1a8 8 0 0 1-2.24-.34.67.67 0 1 0-.38 1.28 9 9 0 0 0 2.62.39h.1a9 9 0 0 0 2.6-.39.67.67 0 1 0-.38-1.28M20.1 5.91v-.04a8.52 8.52 0 0 0-16.2.03v.01c-.76 2.21-.49 5.18.73 7.94 1.66 3.77 4.67 6.4 7.34 6.4h.08c2.66 0 5.68-2.62 7.34-6.4 1.2-2.76 1.47-5.73.71-7.94m-3.9-3.23A6.3 6.3 0 0 0 12 4.36a6.4 6.4 0 0 0-4.2-1.68 7.2 7.2 0 0 1 8.39 0m-3.1 16a2.6 2.6 0 0 1-2.2 0c-2.28-1.05-2.74-5.27-1-9.2A12 12 0 0 1 12 6.2a12 12 0 0 1 2.11 3.28c1.72 3.93 1.26 8.15-1.02 9.2m-7.26-5.36c-1.08-2.47-1.33-5.07-.68-7Q5.7 4.8 6.84 4.27c1.18-.55 2.71-.16 4.18 1.02a13 13 0 0 0-2.36 3.66c-1.17 2.67-1.42 5.38-.88 7.5a13 13 0 0 1-1.95-3.12m12.32 0a13 13 0 0 1-1.94 3.12c.53-2.12.27-4.85-.89-7.5a13 13 0 0 0-2.36-3.66c1.47-1.18 3-1.57 4.18-1.02a3.4 3.4 0 0 1 1.7 2.07c.65 1.9.4 4.52-.7 6.99z',
};

const sizes = {
  s: 'size-10 rounded-md text-base [&>svg]:size-5.5',
  m: 'size-12 rounded-md text-base [&>svg]:size-6',
  l: 'size-14 rounded-[18px] text-lg @max-tight:size-10 @max-tight:rounded-md [&>svg]:size-7',
} as const;

/** The logo of an exchange or wallet, else its monogram. `null` is a dashed placeholder. */
export function Mark({ of, size = 'm' }: { of: { id: string; monogram: string } | null; size?: 's' | 'm' | 'l' }) {
  const path = paths[of?.id ?? ''];
  return (
    <span
      aria-hidden
      className={cx(
        'grid place-items-center border font-bold',
        sizes[size],
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
