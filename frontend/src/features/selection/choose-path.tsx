import { type Exchange, type ExchangeId, exchanges } from '@xrp-bridge/contracts/exchanges';
import { metamaskNotice, type Wallet, type WalletId, wallets } from '@xrp-bridge/contracts/wallets';
import { useState } from 'react';
import { Bridge } from '../../shared/ui/bridge.tsx';
import { Button, OutsideLink, TextButton } from '../../shared/ui/button.tsx';
import { ChoiceGroup } from '../../shared/ui/choice-group.tsx';
import { ErrorSummary } from '../../shared/ui/error-summary.tsx';
import { Card } from '../../shared/ui/layout.tsx';
import { Mark } from '../../shared/ui/mark.tsx';
import { Note } from '../../shared/ui/note.tsx';
import type { useSelection } from './state.ts';

/** The first exchange and the first wallet, as the page calls them. */
export const choiceIds = { from: 'first-exchange', to: 'first-wallet' } as const;

const missingTexts = {
  from: 'Please choose the exchange that holds your XRP.',
  to: 'Please choose the wallet your XRP should go to.',
} as const;

/** How many are shown before "more": the ones most people have. */
const firstShown = 4;

/**
 * FROM and TO side by side under the bridge. Choosing the second of the two with mouse or finger goes on by itself;
 * with the keyboard nothing moves until the button is pressed.
 */
export function ChoosePath({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { from, to, choose, confirm } = selection;
  const [attempts, setAttempts] = useState(0);
  const missing = attempts > 0 ? (['from', 'to'] as const).filter((side) => !selection[side]) : [];

  function chooseFrom(id: ExchangeId, by: 'pointer' | 'keys') {
    if (to && by === 'pointer') return confirm({ from: id });
    choose({ from: id });
    // In one column the second question is far below the first: whoever has answered that one is taken to it.
    const [first, second] = [choiceIds.from, choiceIds.to].map((side) =>
      document.getElementById(side)?.closest('fieldset'),
    );
    if (by === 'pointer' && first && second && second.offsetTop > first.offsetTop) second.scrollIntoView();
  }
  function chooseTo(id: WalletId, by: 'pointer' | 'keys') {
    if (from && by === 'pointer') confirm({ to: id });
    else choose({ to: id });
  }
  function goOn() {
    if (from && to) confirm();
    else setAttempts(attempts + 1);
  }

  return (
    <Card as="section" id="choose" aria-label="Choose your path" className="grid gap-8">
      <Bridge
        from={from}
        to={to}
        progress={from && to ? 0.24 : from || to ? 0.12 : 0}
        captions={['where your XRP is now', 'where it should live']}
      />
      <form
        className="grid gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <ErrorSummary
          mistakes={missing.map((side) => ({ field: choiceIds[side], text: missingTexts[side] }))}
          attempt={attempts}
        />
        <div className="grid gap-8 md:grid-cols-2">
          <ExchangeChoices from={from} onChoose={chooseFrom} missing={missing.includes('from')} />
          <WalletChoices to={to} onChoose={chooseTo} missing={missing.includes('to')} />
        </div>
        <Button type="submit" className="sm:justify-self-start">
          {from && to ? `Continue with ${from.name} to ${to.name}` : 'Continue'}
        </Button>
      </form>
    </Card>
  );
}

function ExchangeChoices({
  from,
  onChoose,
  missing,
}: {
  from: Exchange | null;
  onChoose: (id: ExchangeId, by: 'pointer' | 'keys') => void;
  missing: boolean;
}) {
  const listed = exchanges.filter(({ id }) => id !== 'other');
  const [all, setAll] = useState(() => listed.indexOf(from as Exchange) >= firstShown);
  const shown = [
    ...listed.slice(0, all ? undefined : firstShown),
    ...exchanges.filter((one) => one === from && one.id === 'other'),
  ];
  return (
    <ChoiceGroup
      legend="Where is your XRP now?"
      firstId={choiceIds.from}
      chosen={from?.id ?? null}
      onChoose={onChoose}
      error={missing ? missingTexts.from : null}
      choices={shown.map((one) => ({ id: one.id, title: one.name, mark: <Mark of={one} /> }))}
    >
      <div>
        {!all && <TextButton onClick={() => setAll(true)}>Show {listed.length - firstShown} more exchanges</TextButton>}
        {all && from?.id !== 'other' && (
          <TextButton onClick={() => onChoose('other', 'keys')}>Mine is not listed</TextButton>
        )}
      </div>
    </ChoiceGroup>
  );
}

function WalletChoices({
  to,
  onChoose,
  missing,
}: {
  to: Wallet | null;
  onChoose: (id: WalletId, by: 'pointer' | 'keys') => void;
  missing: boolean;
}) {
  const [all, setAll] = useState(() => wallets.indexOf(to as Wallet) >= firstShown);
  const [help, setHelp] = useState<'none' | 'no-wallet' | 'metamask'>('none');
  return (
    <ChoiceGroup
      legend="Which wallet is yours?"
      firstId={choiceIds.to}
      chosen={to?.id ?? null}
      onChoose={onChoose}
      error={missing ? missingTexts.to : null}
      choices={wallets
        .slice(0, all ? undefined : firstShown)
        .map((one) => ({ id: one.id, title: one.name, text: one.formerName && one.hint, mark: <Mark of={one} /> }))}
    >
      <div className="flex flex-wrap gap-x-6">
        {!all && <TextButton onClick={() => setAll(true)}>Show {wallets.length - firstShown} more wallets</TextButton>}
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
          <p>
            Last checked{' '}
            {new Date(metamaskNotice.lastChecked).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })}
            .
          </p>
        </Note>
      )}
    </ChoiceGroup>
  );
}
