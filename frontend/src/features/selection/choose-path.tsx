import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { wallets } from '@xrp-bridge/contracts/wallets';
import { Suspense, useState } from 'react';
import { isGuided } from '../../domain/path/guided.ts';
import { PathForm } from '../../domain/path/path-form.tsx';
import { paths } from '../../lib/paths.ts';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { later } from '../../ui/later.ts';
import type { useSelection } from './state.ts';

const NoWalletYet = later(async () => (await import('./wallet-help.tsx')).NoWalletYet, NoHelp);
const MetamaskNotice = later(async () => (await import('./wallet-help.tsx')).MetamaskNotice, NoHelp);

const OpenMyExchange = later(
  async () => (await import('../../domain/exchange-trip/open-my-exchange.tsx')).OpenMyExchange,
);

/** The number of options in a collapsed list, which shows the most common ones. */
const firstShown = 4;
const listedExchanges = exchanges.filter(({ id }) => id !== 'other');

/** Shows the choice among all exchanges and wallets. At first only the most common ones are visible. */
export function ChoosePath({
  selection,
  flow,
  everyWallet = false,
}: {
  selection: ReturnType<typeof useSelection>;
  /** The flow in which the customer continues after returning from an exchange. */
  flow: 'home' | 'transfer';
  /** Shows all seven wallets from the start (spec 1, screen 6). */
  everyWallet?: boolean;
}) {
  const { from, to, choose, confirm } = selection;
  const [allExchanges, showAllExchanges] = useState(false);
  const [allWallets, showAllWallets] = useState(everyWallet);
  // An expanded list stays expanded. Each render checks the choice, because on a prerendered page the stored choice is
  // available only after hydration.
  if (!allExchanges && isFurtherDown(listedExchanges, from)) showAllExchanges(true);
  if (!allWallets && isFurtherDown(wallets, to)) showAllWallets(true);
  return (
    <>
      <PathForm
        path={selection}
        onChoose={choose}
        // While the helper guides the customer on this page, choosing a wallet does not open the next page.
        onDone={(change) => (change && isGuided() ? choose(change) : confirm(change))}
        exchanges={{
          listed: listedExchanges.slice(0, allExchanges ? undefined : firstShown),
          below: (
            <div className="flex flex-wrap gap-x-6">
              {!allExchanges && (
                <TextButton onClick={() => showAllExchanges(true)}>
                  {listedExchanges.length - firstShown} more exchanges
                </TextButton>
              )}
              {/* This option is always visible, because the assistant refers to it. */}
              {from?.id !== 'other' && (
                <TextButton onClick={() => choose({ from: 'other' })}>My exchange isn’t listed</TextButton>
              )}
            </div>
          ),
        }}
        wallets={{
          listed: wallets.slice(0, allWallets ? undefined : firstShown),
          below: <WalletHelp all={allWallets} onShowAll={() => showAllWallets(true)} />,
        }}
      >
        {/* If the form is submitted before hydration, this field leads to the same view as the script does. */}
        <input type="hidden" name="view" value="confirm" />
      </PathForm>
      {/* The open list of exchanges takes the whole row. */}
      <div className="-mt-4 flex flex-wrap gap-x-8">
        <TextLink to={paths.start} className="inline-flex min-h-11 items-center">
          Prefer one question at a time?
        </TextLink>
        <div className="empty:min-h-11 has-aria-expanded:w-full">
          <Suspense>
            <OpenMyExchange flow={flow} onContinue={(exchange) => choose({ from: exchange })} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function isFurtherDown<Choice>(list: readonly Choice[], chosen: Choice | null): boolean {
  return chosen !== null && list.indexOf(chosen) >= firstShown;
}

/** Helps customers who have no wallet, or whose wallet is not in the list. */
function WalletHelp({ all, onShowAll }: { all: boolean; onShowAll: () => void }) {
  const [help, setHelp] = useState<'none' | 'no-wallet' | 'metamask'>('none');
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        {!all && <TextButton onClick={onShowAll}>{wallets.length - firstShown} more wallets</TextButton>}
        <TextButton
          aria-expanded={help === 'no-wallet'}
          onClick={() => setHelp(help === 'no-wallet' ? 'none' : 'no-wallet')}
        >
          I don’t have a wallet yet
        </TextButton>
        {all && (
          <TextButton
            aria-expanded={help === 'metamask'}
            onClick={() => setHelp(help === 'metamask' ? 'none' : 'metamask')}
          >
            I use MetaMask
          </TextButton>
        )}
      </div>
      <Suspense>
        {help === 'no-wallet' && <NoWalletYet suggested={wallets.slice(0, firstShown)} />}
        {help === 'metamask' && <MetamaskNotice />}
      </Suspense>
    </>
  );
}

function NoHelp() {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-[min(1rem,4.5vw)] py-3.5 sm:px-5">
      We couldn’t load this help. Please reload the page and try again.
    </p>
  );
}
