import type { Exchange } from '@xrp-bridge/contracts/exchanges';
import type { Wallet } from '@xrp-bridge/contracts/wallets';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { AddressField, AmountField } from '../../domain/destination/destination-fields.tsx';
import { DestinationHelp } from '../../domain/destination/destination-help.tsx';
import { useDestination } from '../../domain/destination/use-destination.ts';
import { paths } from '../../lib/paths.ts';
import { AdvanceNotice } from '../../ui/advance-notice.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { useAutoAdvance } from '../../ui/use-auto-advance.ts';
import { advanceMs, BackButton } from './parts.tsx';
import type { WizardState } from './use-wizard.ts';

/** Shows step 3: the address, which is checked while it is typed. */
export function AddressStep({ wizard, from, wallet }: { wizard: WizardState; from: Exchange; wallet: Wallet }) {
  const answer = useAnswer(wizard, 'xrpAddress');
  return (
    <AnswerForm answer={answer} onBack={wizard.back}>
      <p className="text-ink-2">
        {/* The praise is hidden while there is an error. */}
        {wizard.validation !== 'invalid' && <b className="text-ink">You got it!</b>} Copy your address from{' '}
        {wallet.name} and paste it here. Don’t type it.
      </p>
      <div ref={answer.field}>
        <AddressField destination={answer.destination} walletName={wallet.name} />
      </div>
      <TextLink to={paths.confirm(from.id, wallet.id)} className="inline-flex min-h-11 items-center justify-self-start">
        I don’t have an address yet
      </TextLink>
    </AnswerForm>
  );
}

/** Shows step 4: the total amount. */
export function AmountStep({ wizard }: { wizard: WizardState }) {
  const answer = useAnswer(wizard, 'amount');
  return (
    <AnswerForm answer={answer} onBack={wizard.back}>
      <p className="text-ink-2">You’ll send a small test first, then the rest.</p>
      <div ref={answer.field}>
        <AmountField
          destination={answer.destination}
          good={wizard.validation === 'valid' && 'Nice. Final step coming up.'}
        />
      </div>
    </AnswerForm>
  );
}

/** Maps each answer of the wizard to its name and its options in `useDestination`. */
const fields = {
  xrpAddress: { name: 'address', wish: { addressRequired: true } },
  amount: { name: 'amount', wish: { amountRequired: true } },
} as const;

/** Manages a typed answer: the wizard receives each checked input, and advances after a valid one. */
function useAnswer({ draft, validation, dispatch }: WizardState, field: keyof typeof fields) {
  const { name, wish } = fields[field];
  const destination = useDestination({ [name]: draft[field] });
  const { settled, errors } = destination;
  const text = destination.draft[name];
  const found = text.trim() === '' ? 'idle' : errors[name] ? 'invalid' : 'valid';
  const typed = { type: 'typed', field, text, validation: found } as const;

  const dispatchTyped = useEffectEvent(() => dispatch(typed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result of the check
  useEffect(() => {
    if (settled) dispatchTyped();
  }, [settled, text, found]);

  const { field: ref, isCounting } = useAutoAdvance({
    ready: validation === 'valid',
    delayMs: advanceMs,
    typing: field === 'xrpAddress' ? 'advances' : 'waits',
    onAdvance: () => dispatch({ type: 'advanced' }),
  });
  return {
    destination,
    field: ref,
    isCounting,
    async submit() {
      // The customer may press Enter before the check has finished.
      if (await destination.validate(wish)) dispatch({ ...typed, validation: 'valid' }, { type: 'advanced' });
    },
  };
}

function AnswerForm({
  answer: { destination, submit, isCounting },
  onBack,
  children,
}: {
  answer: ReturnType<typeof useAnswer>;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary mistakes={destination.mistakes(null)} attempt={destination.insisted} />
      <Card raised className="grid gap-4">
        {children}
        <DestinationHelp />
        <Buttons>
          <Button type="submit">Continue</Button>
        </Buttons>
        <AdvanceNotice isCounting={isCounting} />
        <BackButton onBack={onBack} />
      </Card>
    </form>
  );
}
