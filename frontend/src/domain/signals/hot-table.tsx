import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/note.tsx';
import type { HotCoin } from './api.ts';
import { CoinFacts } from './coin-facts.tsx';
import { Heat } from './heat.tsx';
import { PriceChange } from './price-change.tsx';
import { type HotRow, sampleCoins } from './samples.ts';
import { Sparkline } from './sparkline.tsx';

/** The number of rows before the list is expanded. */
const firstRows = 5;
/** The maximum number of signal words in a row. */
const shownWords = 2;

/** Lists the coins by descending score. Each row expands to the parts of its score. */
export function HotTable({ coins }: { coins: readonly HotCoin[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <Table>
        {coins.slice(0, all ? undefined : firstRows).map((coin) => (
          <LiveRow key={coin.coin} coin={coin} />
        ))}
      </Table>
      {coins.length > firstRows && (
        <TextButton className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show only the first ${firstRows} coins` : `Show all ${coins.length} coins`}
        </TextButton>
      )}
    </>
  );
}

/** Shows sample rows. The caller marks them as examples. */
export function SampleTable() {
  return (
    <Table>
      {sampleCoins.map((row) => (
        <CoinRow key={row.coin} row={row} name={<span className="py-2.5 font-bold">{row.coin}</span>} />
      ))}
    </Table>
  );
}

/** Lays out the rows. On a phone each row is a block with labelled numbers. */
function Table({ children }: { children: ReactNode }) {
  return (
    <table aria-labelledby="hot-meter" className="w-full text-left max-md:block">
      <thead className="text-sm text-ink-2 max-md:hidden">
        <tr>
          {(['Coin', ...Object.values(labels)] as const).map((name) => (
            <th key={name} scope="col" className="w-1/5 py-2 font-semibold first:w-2/5">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </table>
  );
}

const labels = { mentions: 'Past-tense mentions', price: 'Price change', heat: 'Heat score' } as const;

function LiveRow({ coin }: { coin: HotCoin }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <CoinRow
        row={coin}
        name={
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 flex-wrap items-center gap-x-2 text-left font-bold text-water"
          >
            {coin.coin}
            {coin.name !== coin.coin && <span className="font-normal text-ink-2">{coin.name}</span>}
            <ChevronDown aria-hidden className={cx('size-5 transition-transform', open && 'rotate-180')} />
          </button>
        }
        spark={
          <Sparkline
            values={coin.days.map(({ close }) => close)}
            className="h-7 w-24 shrink-0 text-ink-3 max-md:w-16"
          />
        }
      />
      <tr id={id} hidden={!open} className="max-md:[&:not([hidden])]:block">
        <td colSpan={4} className="pb-6 max-md:block">
          {open && <CoinFacts coin={coin} />}
        </td>
      </tr>
    </>
  );
}

function CoinRow({ row, name, spark }: { row: HotRow; name: ReactNode; spark?: ReactNode }) {
  return (
    <tr className="border-t border-line max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:py-4">
      <th scope="row" className="font-normal max-md:col-span-full md:py-2.5 md:pr-4">
        <span className="flex flex-wrap items-center justify-between gap-x-3 md:flex-nowrap">
          {name}
          {spark}
        </span>
        <span className="flex flex-wrap gap-2">
          {row.signalWords.slice(0, shownWords).map((word) => (
            <Pill key={word}>{word}</Pill>
          ))}
        </span>
      </th>
      <Cell label={labels.mentions}>
        <span className="tabular">{row.mentions}</span>
      </Cell>
      <Cell label={labels.price}>
        <PriceChange change={row.priceChange} />
      </Cell>
      <Cell label={labels.heat}>
        <Heat score={row.heatScore} />
      </Cell>
    </tr>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="max-md:flex max-md:flex-col max-md:justify-between max-md:gap-0.5">
      <span className="text-sm leading-tight text-ink-2 md:hidden">{label}</span>
      {children}
    </td>
  );
}
