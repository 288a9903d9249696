import type { UseQueryResult } from '@tanstack/react-query';
import { readableXrp } from '@xrp-bridge/contracts/drops';
import { type ReactNode, useState } from 'react';
import { describe } from '../../lib/api/client.ts';
import { formatTime } from '../../lib/times.ts';
import { Address } from '../../ui/address.tsx';
import { TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pill } from '../../ui/note.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Skeleton } from '../../ui/state.tsx';
import type { Balance } from './api.ts';
import { formatAmount, formatDollars, multiply, parseDecimal } from './decimal.ts';
import type { ExchangePlace, WalletPlace } from './portfolio.ts';

/** The number of coins that are shown before the list is expanded. */
const firstCoins = 5;

type Prices = ReadonlyMap<string, bigint>;

/** Shows the customer's wallet: its balance on the XRP Ledger and, on demand, its address. */
export function WalletCard({
  place,
  balance,
  prices,
  isOpen,
  onOpen,
  onRemove,
}: {
  place: WalletPlace;
  balance: UseQueryResult<Balance>;
  prices: Prices;
  /** True while this wallet's address is shown. Only one wallet shows its address at a time. */
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  onRemove: () => void;
}) {
  return (
    <PlaceCard name={place.name} kind="Wallet" onRemove={onRemove}>
      <WalletBalance balance={balance} prices={prices} />
      <TextButton className="justify-self-start" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        {isOpen ? 'Hide the address' : 'Show the address'}
        <span className="sr-only"> of {place.name}</span>
      </TextButton>
      {isOpen && (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          <Address value={place.address} />
          <CopyButton variant="quiet" text={place.address} label="Copy address" />
        </div>
      )}
    </PlaceCard>
  );
}

function WalletBalance({
  balance: { data, error, refetch, isFetching },
  prices,
}: {
  balance: UseQueryResult<Balance>;
  prices: Prices;
}) {
  if (!data && !error) {
    return (
      <div role="status">
        <span className="sr-only">Checking the XRP network…</span>
        <Skeleton className="h-16" />
      </div>
    );
  }
  if (!data || data.state === 'unknown') {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-ink-2">
          {describe(error, 'We couldn’t check the XRP network right now.')} This doesn’t affect your coins.
        </p>
        <RetryButton small isFetching={isFetching} refetch={refetch} />
      </div>
    );
  }
  const amount = parseDecimal(data.balanceXrp ?? '0') ?? 0n;
  const price = prices.get('XRP');
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold tabular">{readableXrp(data.balanceXrp ?? '0')}</p>
      {data.state === 'empty' ? (
        <p className="text-ink-2">No XRP has arrived here yet.</p>
      ) : (
        <>
          {price !== undefined && <p className="tabular">About {formatDollars(multiply(price, amount))}</p>}
          {data.reserveXrp !== null && (
            <p className="text-sm text-ink-2">{readableXrp(data.reserveXrp)} stays in the wallet as a reserve.</p>
          )}
        </>
      )}
      <p className="text-sm text-ink-2">Balance on the XRP network as of {formatTime(data.checkedAt)}</p>
    </div>
  );
}

/** Shows an account at an exchange, with the holdings of its file. */
export function ExchangeCard({
  place,
  prices,
  onNewer,
  onRemove,
}: {
  place: ExchangePlace;
  prices: Prices;
  onNewer: () => void;
  onRemove: () => void;
}) {
  const [all, setAll] = useState(false);
  const { name, holdings, readAt } = place;
  return (
    <PlaceCard name={name} kind="Exchange" onRemove={onRemove}>
      <dl className="grid">
        {(all ? holdings : holdings.slice(0, firstCoins)).map(({ coin, amount }) => {
          const [much, price] = [parseDecimal(amount) ?? 0n, prices.get(coin)];
          return (
            <div key={coin} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
              <dt className="font-semibold">{coin}</dt>
              <dd className="text-right tabular">
                {formatAmount(much)}
                {price !== undefined && (
                  <span className="block text-sm text-ink-2">About {formatDollars(multiply(price, much))}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {holdings.length > firstCoins && (
        <TextButton className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show only the first ${firstCoins} coins` : `Show all ${holdings.length} coins`}
        </TextButton>
      )}
      <p className="text-sm text-ink-2">From the file you added on {formatTime(readAt)}</p>
      <TextButton className="justify-self-start" onClick={onNewer}>
        Use a newer file
        <span className="sr-only"> for {name}</span>
      </TextButton>
    </PlaceCard>
  );
}

function PlaceCard({
  name,
  kind,
  onRemove,
  children,
}: {
  name: string;
  kind: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <Card as="li" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-lg wrap-anywhere">{name}</h3>
        <Pill>{kind}</Pill>
      </div>
      {children}
      <TextButton className="justify-self-start" onClick={onRemove}>
        Remove
        <span className="sr-only"> {name}</span>
      </TextButton>
    </Card>
  );
}
