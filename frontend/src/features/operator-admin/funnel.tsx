import { type ExchangeId, exchangeName } from '@xrp-bridge/contracts/exchanges';
import { type WalletId, walletName } from '@xrp-bridge/contracts/wallets';
import { queryOf, type Reply } from '../../lib/api/client.ts';
import { lengthOf, useDayRange } from '../../operator/day-range.tsx';
import { useLive } from '../../operator/live.ts';
import { NotRead } from '../../operator/not-read.tsx';
import { Panel } from '../../operator/parts.tsx';
import { Bar } from '../../ui/bar.tsx';
import { DayTable } from '../../ui/day-table.tsx';
import { Fold } from '../../ui/disclosure.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { type Counts, rateOf, ratesBy, steps, sumPaths } from './funnel-counts.ts';
import { duringPreviousPeriod } from './series-words.ts';

type Path = Reply<'GET /api/admin/funnel'>['paths'][number];

/**
 * Shows how many transfers of the page's range reached each step, with rates by exchange and by
 * wallet.
 */
export function Funnel() {
  const range = useDayRange();
  const funnel = useLive(queryOf('GET /api/admin/funnel', { query: range }));
  const { data } = funnel;
  const isWide = useIsWide();
  return (
    <Panel title="Funnel">
      <NotRead title="We couldn’t load the funnel" query={funnel} />
      {!funnel.isLoadingError && (
        <>
          <Bars counts={data && sumPaths(data.paths)} before={sumPaths(data?.before ?? [])} days={lengthOf(range)} />
          <div>
            <Rates
              title="By exchange"
              paths={data?.paths ?? []}
              of={({ fromExchange }) => exchangeName(fromExchange as ExchangeId)}
            />
            <Rates
              title="By wallet"
              paths={data?.paths ?? []}
              of={({ toWallet }) => walletName(toWallet as WalletId)}
            />
          </div>
          <p className="text-sm text-ink-2">
            We count transfers started in this range. {!isWide && 'Each rate is a share of the step above. '}
            We delete unpaid ones after about four months.
          </p>
        </>
      )}
    </Panel>
  );
}

/**
 * Shows the steps of the funnel. `counts` is undefined while the funnel loads.
 * A phone has room for the rates, but not for the text beside them.
 */
function Bars({ counts, before, days }: { counts: Counts | undefined; before: Counts; days: number }) {
  const isWide = useIsWide();
  return (
    <ol aria-busy={!counts} className="grid gap-3">
      {steps.map(({ name, label, of }) => (
        <li key={name} className="grid gap-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {label} {counts && <b className="tabular">{counts[name].toLocaleString('en-US')}</b>}
            </span>
            {counts && of && (
              <span className="text-sm text-ink-2 tabular">
                {rateOf(counts, name, of.name)} {isWide && of.text}
                {before[of.name] > 0 &&
                  ` (${rateOf(before, name, of.name)} ${isWide ? duringPreviousPeriod(days) : 'before'})`}
              </span>
            )}
          </p>
          <Bar share={counts?.started ? counts[name] / counts.started : 0} className="w-full text-water" />
        </li>
      ))}
    </ol>
  );
}

/** Shows a table of the rates, most transfers first. A phone shows only the first and the last rate. */
function Rates({ title, paths, of }: { title: string; paths: readonly Path[]; of: (path: Path) => string }) {
  const isWide = useIsWide();
  const shown = steps.filter(({ name }) => name === 'paid' || name === 'home' || (isWide && name !== 'started'));
  return (
    <Fold title={title}>
      <DayTable
        caption={`Funnel ${title.toLowerCase()}`}
        of={title.slice('By '.length).replace(/^./, (letter) => letter.toUpperCase())}
        columns={['Started', ...shown.map(({ label }) => label)]}
        rows={ratesBy(paths, of).map(({ name, counts }) => ({
          id: name,
          day: name,
          values: [
            counts.started,
            ...shown.map(({ name: step }) => rateOf(counts, step, step === 'paid' ? 'started' : 'paid')),
          ],
        }))}
      />
      <p className="text-sm text-ink-2">“Paid” is a share of “Started.” The others are shares of “Paid.”</p>
    </Fold>
  );
}
