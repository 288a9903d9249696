import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CoinProfile, FetchedCoinProfile } from '../../domain/signals/coin-profile.tsx';
import { PriceChange } from '../../domain/signals/price-change.tsx';
import { relativeTime } from '../../lib/ages.ts';
import { formatDay } from '../../lib/times.ts';
import { Fold } from '../../ui/disclosure.tsx';
import { Card } from '../../ui/layout.tsx';
import { Note, Pill } from '../../ui/note.tsx';
import { type Dashboard, dashboardQuery } from './api.ts';
import { LoadedData } from './loaded-data.tsx';
import { type AlertRow, sampleAlerts, sampleTokens, type TokenRow } from './samples.ts';
import { WhatThisIsNot } from './what-this-is-not.tsx';

export function MarketTab() {
  const query = useQuery(dashboardQuery);
  return <LoadedData query={query}>{(data) => <Market data={data} />}</LoadedData>;
}

function Market({ data: { stable, alerts, summary, updatedAt } }: { data: Dashboard }) {
  // Samples are shown only before the first data. Afterwards a list may be empty.
  const isSample = updatedAt === null;
  return (
    <>
      {isSample && (
        <Note title="No data yet">
          <p>These rows are made&#8209;up examples. Real data will appear within a few minutes.</p>
        </Note>
      )}
      <Part id="summary" title="Market summary">
        {summary.sentences.length > 0 ? (
          <ul className="grid max-w-[70ch] gap-2">
            {summary.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">No summary yet.</p>
        )}
        <WhatThisIsNot>The summary looks back at one day. It doesn’t say what comes next.</WhatThisIsNot>
      </Part>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part id="alerts" title="Deviation alerts" isSample={isSample}>
          <p className="text-ink-2">
            This list shows coins that moved more than usual on the last full day. We compare each move with the coin’s
            usual swing over the 30 days before. More than 2 times that swing is “High.”
          </p>
          {isSample || alerts.length > 0 ? (
            <ul className="grid divide-y divide-line *:py-3.5 *:first:pt-0 *:last:pb-0">
              {isSample
                ? sampleAlerts.map((row) => <AlertItem key={row.symbol} row={row} />)
                : alerts.map((row) => (
                    <AlertItem key={row.symbol} row={row}>
                      <Age of={row.source} at={row.at} stale={row.stale} />
                      <Fold title={`About ${row.name}`}>
                        <FetchedCoinProfile symbol={row.symbol} />
                      </Fold>
                    </AlertItem>
                  ))}
            </ul>
          ) : (
            <p>No coins had an unusual day.</p>
          )}
          <WhatThisIsNot>
            An unusual day is no reason to buy or sell. Many of these days mean nothing at all.
          </WhatThisIsNot>
        </Part>
        <Part id="stable" title="Stable tokens" isSample={isSample}>
          <p className="text-ink-2">This list shows coins that were calm on the last full day, calmest first.</p>
          {isSample || stable.length > 0 ? (
            <ul className="grid divide-y divide-line *:py-3.5 *:first:pt-0 *:last:pb-0">
              {isSample
                ? sampleTokens.map((row) => <TokenItem key={row.symbol} row={row} />)
                : stable.map((row) => (
                    <TokenItem key={row.symbol} row={row}>
                      <Age of={row.source} at={row.lastUpdate} stale={row.stale} />
                      <Fold title={`About ${row.name}`}>
                        <CoinProfile token={row} />
                      </Fold>
                    </TokenItem>
                  ))}
            </ul>
          ) : (
            <p>No coins had a calm day.</p>
          )}
          <WhatThisIsNot>A calm day doesn’t make a coin safe. Its price can drop anytime.</WhatThisIsNot>
        </Part>
      </div>
    </>
  );
}

function Part({
  id,
  title,
  isSample,
  children,
}: {
  id: string;
  title: string;
  isSample?: boolean;
  children: ReactNode;
}) {
  return (
    <Card as="section" aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {isSample && <Pill kind="water">Sample</Pill>}
      </div>
      {children}
    </Card>
  );
}

function AlertItem({
  row: { symbol, name, day, sigma, level, dayChange },
  children,
}: {
  row: AlertRow;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Name symbol={symbol} name={name} />
        <span className="ml-auto">
          <Pill kind={level === 'High' ? 'warn' : 'plain'}>{level}</Pill>
        </span>
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <span className="tabular">about {Math.abs(sigma).toFixed(1)} times its usual swing</span>
        <PriceChange change={signed(dayChange)} />
        {day && <span className="text-ink-2">on {formatDay(day)}</span>}
      </p>
      {children}
    </li>
  );
}

function TokenItem({
  row: { symbol, name, price, change24h, mentions },
  children,
}: {
  row: TokenRow;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Name symbol={symbol} name={name} />
        <span className="tabular ml-auto font-semibold">{quoted(price)}</span>
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <PriceChange change={signed(change24h)} />
        <span>Mentions in 24 hours: {mentions.toLocaleString('en-US')}</span>
      </p>
      {children}
    </li>
  );
}

function Name({ symbol, name }: { symbol: string; name: string }) {
  return (
    <span className="flex flex-wrap gap-x-2">
      <b>{symbol}</b>
      {name !== symbol && <span className="text-ink-2">{name}</span>}
    </span>
  );
}

function Age({ of, at, stale }: { of: string; at: string; stale: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
      {of}, {relativeTime(at, Date.now())} {stale && <Pill kind="warn">Old</Pill>}
    </p>
  );
}

/** Formats a quoted price with all its digits: '2987.50' → '$2,987.50'. */
function quoted(price: string): string {
  const [whole, fraction] = price.split('.');
  return `$${Number(whole).toLocaleString('en-US')}${fraction ? `.${fraction}` : ''}`;
}

/** Formats a change in percent with its sign: 0.4 → '+0.4%'. */
function signed(percent: number): string {
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`;
}
