import type { Exchange, ExchangeId } from '@xrp-bridge/contracts/exchanges';
import type { Wallet, WalletId } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { HeroBridge } from '../../ui/hero-bridge.tsx';
import { Card } from '../../ui/layout.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useOpenTransfer } from '../transfer/open-transfer.ts';
import type { Path, PathChange } from './chosen-path.ts';

/** The ids of the first exchange and the first wallet. */
export const choiceIds = { from: 'first-exchange', to: 'first-wallet' } as const;

export const missingTexts = {
  from: 'Please choose the exchange that holds your XRP.',
  to: 'Please choose the wallet your XRP should go to.',
} as const;

interface Side<Choice> {
  listed: readonly Choice[];
  /** Content below the choices. */
  below: ReactNode;
}

/**
 * Shows the choice of exchange and wallet, side by side below the bridge.
 * If the customer makes the second choice by pointer, the page continues at once; with the keyboard only the button
 * continues. Before hydration the button submits the form, and `useChosenPath` reads the choice from the URL. If both
 * choices were made before hydration, the page continues when it is hydrated.
 */
export function PathForm({
  path,
  exchanges,
  wallets,
  onChoose,
  onDone,
  children,
}: {
  path: Path;
  exchanges: Side<Exchange>;
  wallets: Side<Wallet>;
  onChoose: (change: PathChange) => void;
  /**
   * Called when both exchange and wallet are chosen.
   * `change` is the choice that completed the pair, if there is one.
   */
  onDone: (change?: PathChange) => void;
  /** Content above the button. */
  children?: ReactNode;
}) {
  const { from, to } = path;
  const waiting = useOpenTransfer();
  const [attempts, setAttempts] = useState(0);
  const missing = attempts > 0 ? (['from', 'to'] as const).filter((side) => !path[side]) : [];
  const errorOf = (side: keyof Path) => (missing.includes(side) ? missingTexts[side] : null);

  function chooseFrom(id: ExchangeId, by: 'pointer' | 'keys') {
    if (to && by === 'pointer') return onDone({ from: id });
    onChoose({ from: id });
    // In one column, the second question is far below the first one, so it is scrolled into view.
    const [first, second] = [choiceIds.from, choiceIds.to].map((side) =>
      document.getElementById(side)?.closest('fieldset'),
    );
    const isBelow = first && second && topOf(second) > topOf(first);
    if (by === 'pointer' && isBelow) second.scrollIntoView();
  }
  function chooseTo(id: WalletId, by: 'pointer' | 'keys') {
    if (from && by === 'pointer') onDone({ to: id });
    else onChoose({ to: id });
  }
  function goOn() {
    if (from && to) onDone();
    else setAttempts(attempts + 1);
  }

  const form = useRef<HTMLFormElement>(null);
  const continueIfComplete = useEffectEvent((pressed: HTMLFormElement) => {
    const { from, to } = Object.fromEntries(new FormData(pressed)) as PathChange;
    if (from && to) onDone({ from, to });
  });
  useEffect(() => {
    const { pressed } = globalThis;
    if (pressed instanceof HTMLInputElement && pressed.form && pressed.form === form.current) {
      continueIfComplete(pressed.form);
    }
  }, []);

  return (
    // On a phone there is no frame, because it would leave the tiles too narrow.
    <Card
      raised
      as="section"
      id="choose"
      aria-label="Choose your path"
      className="grid gap-6 max-sm:border-0 max-sm:bg-transparent max-sm:p-0 max-sm:shadow-none"
    >
      <HeroBridge from={from} to={to} />
      <form
        ref={form}
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <ErrorSummary
          mistakes={missing.map((side) => ({ field: choiceIds[side], text: missingTexts[side] }))}
          attempt={attempts}
        />
        <div className="grid gap-6 md:grid-cols-2 md:gap-8">
          <ChoiceGroup
            legend={<SideTitle name="From" question="Where is your XRP now?" />}
            tiles
            firstId={choiceIds.from}
            name="from"
            chosen={from?.id ?? null}
            onChoose={chooseFrom}
            error={errorOf('from')}
            choices={withChosen(exchanges.listed, from).map((one) => ({
              id: one.id,
              title: one.name,
              mark: <Mark of={one} size="s" />,
            }))}
          >
            {exchanges.below}
          </ChoiceGroup>
          <ChoiceGroup
            legend={<SideTitle name="To" question="Which wallet is yours?" />}
            tiles
            firstId={choiceIds.to}
            name="to"
            chosen={to?.id ?? null}
            onChoose={chooseTo}
            error={errorOf('to')}
            choices={withChosen(wallets.listed, to).map((one) => ({
              id: one.id,
              title: one.name,
              text: one.formerName && one.hint,
              mark: <Mark of={one} size="s" />,
            }))}
          >
            {wallets.below}
          </ChoiceGroup>
        </div>
        {children}
        {/* If the customer has an open transfer, another button continues it, and that button is the primary one. */}
        <Button type="submit" variant={waiting ? 'soft' : 'primary'} className="sm:justify-self-start">
          {from && to ? `Continue with ${from.name} to ${to.name}` : 'Continue'}
        </Button>
      </form>
    </Card>
  );
}

/** Shows the name of a column ("From", "To") and its question. */
function SideTitle({ name, question }: { name: string; question: string }) {
  return (
    <>
      <span className="mb-1 block text-sm tracking-widest text-water uppercase">{name}</span> <span>{question}</span>
    </>
  );
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** Appends the chosen option if the list does not contain it. */
function withChosen<Choice>(listed: readonly Choice[], chosen: Choice | null): readonly Choice[] {
  return chosen === null || listed.includes(chosen) ? listed : [...listed, chosen];
}
