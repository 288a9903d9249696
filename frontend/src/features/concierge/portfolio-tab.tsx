import { useQueries } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { AddFile } from './add-file.tsx';
import { AddWallet } from './add-wallet.tsx';
import { balanceQuery } from './api.ts';
import { parseDecimal } from './decimal.ts';
import type { Holding } from './holdings.ts';
import { ExchangeCard, WalletCard } from './place-cards.tsx';
import {
  changePortfolio,
  type ExchangePlace,
  mostPlaces,
  noRoom,
  type Open,
  type Place,
  type Portfolio,
  storedPlaces,
  type WalletPlace,
} from './portfolio.ts';
import { Total } from './total.tsx';
import { usePrices } from './use-prices.ts';
import { WhatThisIsNot } from './what-this-is-not.tsx';

/** Shows the customer's wallets and exchange accounts, which are stored in this browser only. */
export function PortfolioTab() {
  const [{ places, open }, dispatch] = useReducer(changePortfolio, undefined, begin);
  const [statusMessage, setStatusMessage] = useState('');
  useEffect(() => storedPlaces.set(places), [places]);
  const wallets = places.filter((one): one is WalletPlace => one.kind === 'wallet');
  const accounts = places.filter((one): one is ExchangePlace => one.kind === 'exchange');
  const balances = useQueries({ queries: wallets.map(({ address }) => balanceQuery(address)) });
  const prices = usePrices();
  const form = open && 'form' in open ? open : null;
  const isFull = places.length >= mostPlaces;
  // The focus also moves when a place is added or removed, because the pressed button disappears.
  const formPlace = useStepFocus<HTMLDivElement>(`${JSON.stringify(form)} ${places.length}`);
  function show(next: Open) {
    dispatch({ type: 'opened', open: next });
    setStatusMessage('');
  }
  function remove({ id, name }: Place) {
    dispatch({ type: 'removed', id });
    setStatusMessage(`We removed “${name}.”`);
  }

  const holdings = [
    ...balances.flatMap(({ data }) => holdingOf('XRP', data?.balanceXrp ?? null)),
    ...accounts.flatMap(({ holdings }) => holdings.flatMap(({ coin, amount }) => holdingOf(coin, amount))),
  ];
  return (
    <>
      <p role="status" className="empty:hidden">
        {statusMessage}
      </p>
      {places.length > 0 && (
        <>
          <Total
            holdings={holdings}
            prices={prices}
            isPartial={balances.some(({ data }) => !data || data.state === 'unknown')}
          />
          <ul aria-label="Your wallets and exchanges" className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
            {wallets.map((wallet, index) => (
              <WalletCard
                key={wallet.id}
                place={wallet}
                // `useQueries` returns one result per wallet, in the wallets' order.
                balance={balances[index] as (typeof balances)[number]}
                prices={prices.of}
                isOpen={open !== null && 'address' in open && open.address === wallet.id}
                onOpen={(isOpen) => show(isOpen ? { address: wallet.id } : null)}
                onRemove={() => remove(wallet)}
              />
            ))}
            {accounts.map((account) => (
              <ExchangeCard
                key={account.id}
                place={account}
                prices={prices.of}
                onNewer={() => show({ form: 'exchange', id: account.id })}
                onRemove={() => remove(account)}
              />
            ))}
          </ul>
        </>
      )}
      <Card as="section" aria-labelledby="portfolio" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {places.length === 0 && <Drawing of="wallet" />}
        <h2 id="portfolio" className="text-xl">
          {places.length === 0
            ? 'See everything you hold in one place'
            : isFull
              ? 'You’ve reached the limit'
              : 'Add another wallet or exchange'}
        </h2>
        <div ref={formPlace} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 outline-none">
          {form?.form === 'wallet' && (
            <AddWallet
              places={places}
              onAdd={(wallet) => {
                dispatch({ type: 'wallet-added', ...wallet });
                setStatusMessage(`We added “${wallet.name}.”`);
              }}
              onLeave={() => show(null)}
            />
          )}
          {form?.form === 'exchange' && (
            <AddFile
              key={form.id}
              places={places}
              account={accounts.find(({ id }) => id === form.id) ?? null}
              onRead={({ name, holdings, leftOut }) => {
                dispatch({ type: 'file-read', id: form.id, name, holdings, at: new Date().toISOString() });
                setStatusMessage(
                  `We ${form.id === null ? 'added' : 'updated'} “${name}.”${leftOut === 0 ? '' : ` We left out ${countRows(leftOut)} we couldn’t read.`}`,
                );
              }}
              onLeave={() => show(null)}
            />
          )}
          {!form && isFull && <p>{noRoom}</p>}
          {!form && !isFull && (
            <>
              <p className="max-w-[70ch] text-ink-2">
                Add wallets by address and exchanges by file. We save this list only in this browser. To look up a
                balance, your browser sends us the address. We don’t keep it.
              </p>
              <Buttons>
                <Button variant="soft" onClick={() => show({ form: 'wallet' })}>
                  Add a wallet
                </Button>
                <Button variant="soft" onClick={() => show({ form: 'exchange', id: null })}>
                  Add an exchange
                </Button>
              </Buttons>
            </>
          )}
        </div>
        <WhatThisIsNot>
          We can’t move your coins, and we never see a password or key. Dollar values are estimates. They’re not an
          offer to buy.
        </WhatThisIsNot>
      </Card>
    </>
  );
}

function begin(): Portfolio {
  return { places: storedPlaces.get(), open: null };
}

/** Returns the holding of a coin, or an empty list if the amount is missing, invalid or 0. */
function holdingOf(coin: string, amount: string | null): Holding[] {
  const parsed = amount === null ? null : parseDecimal(amount);
  return parsed ? [{ coin, amount: parsed }] : [];
}

function countRows(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}
