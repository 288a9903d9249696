import { exchanges } from '@xrp-bridge/contracts/exchanges';
import { metamaskNotice, wallets } from '@xrp-bridge/contracts/wallets';
import { useState } from 'react';
import { PathForm } from '../../shared/path/path-form.tsx';
import { OutsideLink, TextButton } from '../../shared/ui/button.tsx';
import { LastChecked } from '../../shared/ui/last-checked.tsx';
import { Note } from '../../shared/ui/note.tsx';
import type { useSelection } from './state.ts';

/** How many are shown before "more": the ones most people have. */
const firstShown = 4;
const listedExchanges = exchanges.filter(({ id }) => id !== 'other');

/** Every exchange and every wallet to choose from, the ones most people have at first. */
export function ChoosePath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, choose, confirm } = selection;
  const [allExchanges, showAllExchanges] = useState(() => isFurtherDown(listedExchanges, from));
  const [allWallets, showAllWallets] = useState(() => isFurtherDown(wallets, to));
  return (
    <PathForm
      path={selection}
      onChoose={choose}
      onDone={confirm}
      exchanges={{
        listed: listedExchanges.slice(0, allExchanges ? undefined : firstShown),
        below: (
          <div>
            {!allExchanges && (
              <TextButton onClick={() => showAllExchanges(true)}>
                Show {listedExchanges.length - firstShown} more exchanges
              </TextButton>
            )}
            {allExchanges && from?.id !== 'other' && (
              <TextButton onClick={() => choose({ from: 'other' })}>Mine is not listed</TextButton>
            )}
          </div>
        ),
      }}
      wallets={{
        listed: wallets.slice(0, allWallets ? undefined : firstShown),
        below: <WalletHelp all={allWallets} onShowAll={() => showAllWallets(true)} />,
      }}
    />
  );
}

function isFurtherDown<Choice>(list: readonly Choice[], chosen: Choice | null): boolean {
  return chosen !== null && list.indexOf(chosen) >= firstShown;
}

/** For whoever does not find their wallet. */
function WalletHelp({ all, onShowAll }: { all: boolean; onShowAll: () => void }) {
  const [help, setHelp] = useState<'none' | 'no-wallet' | 'metamask'>('none');
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        {!all && <TextButton onClick={onShowAll}>Show {wallets.length - firstShown} more wallets</TextButton>}
        <TextButton
          aria-expanded={help === 'no-wallet'}
          onClick={() => setHelp(help === 'no-wallet' ? 'none' : 'no-wallet')}
        >
          I have no wallet yet
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
      {help === 'no-wallet' && (
        <Note kind="info" title="Getting a wallet takes about ten minutes" live>
          <p>
            A wallet is yours alone: no firm can freeze it, and no one can bring it back for you. Get it only from its
            maker’s own page. Write the recovery words on paper. Never type them, and take no photo of them.
          </p>
          <ul className="grid">
            {wallets.slice(0, firstShown).map((wallet) => (
              <li key={wallet.id}>
                <OutsideLink href={wallet.site} className="inline-flex min-h-11 items-center">
                  {wallet.name} at {wallet.domain}
                </OutsideLink>
              </li>
            ))}
          </ul>
          <p>Then come back here and choose it: this page remembers where you were.</p>
        </Note>
      )}
      {help === 'metamask' && (
        <Note kind="warn" title={metamaskNotice.reason} live>
          <ol className="grid list-decimal gap-2 pl-5">
            {metamaskNotice.steps.map((step) => (
              <li key={step.title}>
                <b>{step.title}.</b> {step.text}
              </li>
            ))}
          </ol>
          <LastChecked date={metamaskNotice.lastChecked} />
        </Note>
      )}
    </>
  );
}
