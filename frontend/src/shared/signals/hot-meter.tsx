import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Button, TextButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { later } from '../ui/later.ts';
import { Card } from '../ui/layout.tsx';
import { Note, NoteButtons, Pill } from '../ui/note.tsx';
import { Skeleton } from '../ui/state.tsx';
import { type HotCoin, hotMeterQuery } from './api.ts';
import { Heat } from './heat.tsx';
import { PriceChange } from './price-change.tsx';
import { type HotRow, sampleCoins } from './samples.ts';
import { ScoreMadeOf } from './score-made-of.tsx';
import { formatTime, SourceAges } from './source-ages.tsx';
import { Sparkline } from './sparkline.tsx';

const PriceChart = later('The chart', async () => (await import('./price-chart.tsx')).PriceChart);

/** So many rows stand there at first. */
const firstRows = 5;
const columns = ['Coin', 'Past-tense mentions', 'Price change', 'Heat score'] as const;

/** Coins for which more was done than usual while the price has not moved, and how each score came about. */
export function HotMeter() {
  const { data, isPending, isError, refetch, isFetching } = useQuery(hotMeterQuery);
  const [all, setAll] = useState(false);
  const live = data && data.coins.length > 0 ? data : null;
  const shown = live ? live.coins.slice(0, all ? undefined : firstRows) : [];
  return (
    <Card as="section" aria-labelledby="hot-meter" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="hot-meter" className="text-xl">
          Hot meter: underhyped coins with real progress
        </h2>
        {live?.updatedAt && <p className="text-sm text-ink-2">Updated {formatTime(live.updatedAt)}</p>}
        {!live && !isPending && <Pill kind="water">Sample</Pill>}
      </div>
      {isError && (
        <Note kind="warn" title="Unable to load market data" live>
          <p>The rows below are made up, to show what will stand here.</p>
          <NoteButtons>
            <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </NoteButtons>
        </Note>
      )}
      {data && !live && (
        <Note title="There are no figures yet">
          <p>The rows below are made up, to show what will stand here. The first figures come within a few minutes.</p>
        </Note>
      )}
      {isPending ? (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading the hot meter…</span>
          {columns.slice(1).map((name) => (
            <Skeleton key={name} className="h-16" />
          ))}
        </div>
      ) : (
        <div className="grid">
          {/* Seen where the rows are wide; each number says itself what it is. */}
          <div aria-hidden className={cx(rowGrid, 'text-sm font-semibold text-ink-2 max-md:hidden')}>
            {columns.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <ul aria-labelledby="hot-meter">
            {live
              ? shown.map((coin) => <LiveRow key={coin.coin} coin={coin} />)
              : sampleCoins.map((row) => (
                  <li key={row.coin} className="border-t border-line">
                    <RowCells row={row} name={<b>{row.coin}</b>} />
                  </li>
                ))}
          </ul>
        </div>
      )}
      {live && live.coins.length > firstRows && (
        <TextButton className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Only the first ${firstRows}` : `All ${live.coins.length} coins`}
        </TextButton>
      )}
      <p className="text-sm text-ink-2">Data updated every 4 hours. Tracking adoption vs. market lag.</p>
      {live && <SourceAges sources={live.sources} />}
    </Card>
  );
}

const rowGrid =
  'grid items-center gap-x-4 gap-y-2 py-3 max-md:grid-cols-2 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]';

function LiveRow({ coin }: { coin: HotCoin }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="border-t border-line">
      <RowCells
        row={coin}
        name={
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 items-center gap-2 text-left font-bold text-water"
          >
            {coin.coin}
            {coin.name !== coin.coin && <span className="font-normal text-ink-2">{coin.name}</span>}
            <ChevronDown aria-hidden className={cx('size-5 transition-transform', open && 'rotate-180')} />
          </button>
        }
        spark={<Sparkline values={coin.days.map(({ close }) => close)} className="h-7 w-24 text-water" />}
      />
      <div id={id} hidden={!open}>
        {open && (
          <div className="grid min-w-0 gap-5 pb-5">
            <ScoreMadeOf coin={coin} />
            <Suspense fallback={<Skeleton className="h-60" />}>
              <PriceChart coin={coin.coin} days={coin.days} />
            </Suspense>
          </div>
        )}
      </div>
    </li>
  );
}

function RowCells({ row, name, spark }: { row: HotRow; name: ReactNode; spark?: ReactNode }) {
  const { mentions, priceChange, heatScore, signalWords } = row;
  return (
    <div className={rowGrid}>
      <div className="grid gap-1 max-md:col-span-full">
        <span className="flex flex-wrap items-center gap-3">
          {name}
          {spark}
        </span>
        <span className="flex flex-wrap gap-2">
          {signalWords.slice(0, 2).map((word) => (
            <Pill key={word}>{word}</Pill>
          ))}
        </span>
      </div>
      <dl className="contents">
        <Cell label={columns[1]}>
          <span className="tabular">{mentions}</span>
        </Cell>
        <Cell label={columns[2]}>
          <PriceChange change={priceChange} />
        </Cell>
        <Cell label={columns[3]}>
          <Heat score={heatScore} />
        </Cell>
      </dl>
    </div>
  );
}

/** On a phone each number shows what it is; the row of headings is not seen there. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-ink-2 md:sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
