import { readableXrp } from '@xrp-bridge/contracts/drops';
import { type WalletId, walletName } from '@xrp-bridge/contracts/wallets';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { AddressField, AmountField, TagField } from '../../domain/destination/destination-fields.tsx';
import { DestinationForm } from '../../domain/destination/destination-form.tsx';
import type { DestinationDraft } from '../../domain/destination/use-destination.ts';
import { logTransferSteps, type Transfer } from '../../domain/transfer/transfers.ts';
import { Address } from '../../ui/address.tsx';
import { AdvanceNotice } from '../../ui/advance-notice.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { Buttons, Card } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useAutoAdvance } from '../../ui/use-auto-advance.ts';
import type { Answers, Question } from './questions.ts';
import type { useQuestions } from './use-questions.ts';

const WalletGuide = lazy(async () => ({
  default: (await import('../../domain/wallet-guide/wallet-guide.tsx')).WalletGuide,
}));

/** Shows the current question. After an answer, shows the answer until the next question. */
export function QuestionCard({
  questions,
  question,
  transfer,
  delayMs,
}: {
  questions: ReturnType<typeof useQuestions>;
  question: Question;
  transfer: Transfer;
  /** The time for which an answer stays visible after a choice by pointer, before the flow advances. */
  delayMs: number;
}) {
  const { progress, answers, heading, dispatch, answer } = questions;
  const { answered } = progress;
  const goOn = () => dispatch('went-on');
  const { onChoice, isCounting } = useAutoAdvance({ ready: answered, delayMs, onAdvance: goOn });
  return (
    <Card raised as="section" aria-labelledby="question" className="grid gap-4">
      <h2 id="question" ref={heading} tabIndex={-1} className="text-xl">
        {answered ? praiseOf(question, answers, transfer) : titleOf(question, transfer)}
      </h2>
      {answered ? (
        <>
          {question === 'address' && (
            <>
              <Address value={answers.address} />
              <p>Does it match the address in {walletName(transfer.toWallet)}? Compare the bold groups.</p>
            </>
          )}
          <Buttons>
            <Button onClick={goOn}>
              Continue
              <ArrowRight aria-hidden className="size-5" />
            </Button>
            <Button variant="quiet" onClick={() => dispatch('reopened')}>
              Change my answer
            </Button>
          </Buttons>
          <AdvanceNotice isCounting={isCounting} />
        </>
      ) : (
        <>
          <p className="text-ink-2">{leadOf(question, transfer)}</p>
          <QuestionForm question={question} answers={answers} transfer={transfer} onPress={onChoice} onAnswer={answer}>
            {progress.at > 0 && (
              <Button variant="quiet" onClick={() => dispatch('went-back')}>
                <ArrowLeft aria-hidden className="size-5" />
                Back
              </Button>
            )}
          </QuestionForm>
        </>
      )}
    </Card>
  );
}

/**
 * Shows the form of a question.
 * An address is stored and saved together with its tag, because a tag that is saved alone would count as a change of
 * the address.
 */
function QuestionForm({
  question,
  answers,
  transfer,
  onPress,
  onAnswer,
  children,
}: {
  question: Question;
  answers: Answers;
  transfer: Transfer;
  onPress: (by: 'pointer' | 'keys') => void;
  onAnswer: (answers: Answers) => void;
  children: ReactNode;
}) {
  const { fromExchange, toWallet, sourceAmount } = transfer;
  const shared = {
    transfer,
    what: question,
    button: (draft: DestinationDraft) => buttonOf(question, draft),
    // Enter also triggers a click on the button, but this click has `detail` 0.
    onPress: ({ detail }: { detail: number }) => onPress(detail > 0 ? 'pointer' : 'keys'),
    children,
  };
  if (question === 'amount') {
    return (
      <DestinationForm
        {...shared}
        initial={sourceAmount === '0' ? {} : { amount: sourceAmount }}
        changes={({ sourceAmount: amount = null }) => ({ sourceAmount: amount })}
        onSaved={() => onAnswer(answers)}
        fields={(of) => <AmountField {...of} label="Total XRP" optional />}
      />
    );
  }
  const isTag = question === 'tag';
  return (
    <DestinationForm
      {...shared}
      initial={answers}
      addressRequired
      changes={({ destinationAddress, destinationTag = null }) =>
        isTag ? { destinationAddress, destinationTag } : null
      }
      onSaved={({ destinationAddress: address = '', destinationTag: tag = '' }) => {
        if (isTag) logTransferSteps({ fromExchange, toWallet });
        onAnswer({ address, tag });
      }}
      fields={(of) =>
        isTag ? (
          <TagField {...of} optional hint="Numbers only, or leave it blank." />
        ) : (
          <>
            <AddressField {...of} walletName={walletName(toWallet)} />
            <WhereToFind wallet={toWallet} />
          </>
        )
      }
    />
  );
}

/** Shows how to find the address in this wallet, collapsed at first. */
function WhereToFind({ wallet }: { wallet: WalletId }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton aria-expanded={open} onClick={() => setOpen(!open)} className="justify-self-start">
        Where do I find my address in {walletName(wallet)}?
      </TextButton>
      {open && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <WalletGuide wallet={wallet} foldNotes />
        </Suspense>
      )}
    </>
  );
}

function titleOf(question: Question, { toWallet }: Transfer): string {
  if (question === 'address') return `Your address in ${walletName(toWallet)}`;
  return question === 'tag' ? 'Your destination tag' : 'How much XRP do you want to move?';
}

function leadOf(question: Question, { toWallet }: Transfer): string {
  const wallet = walletName(toWallet);
  if (question === 'address') return `Copy the address from ${wallet}. Paste it here. Don’t type it.`;
  if (question === 'amount') return 'Your guide will tell you how much to send first and how much is left.';
  return `${wallet} is your own wallet, so it doesn’t need a tag. Leave this blank unless ${wallet} shows you a tag with your address.`;
}

function buttonOf(question: Question, draft: DestinationDraft): string {
  if (question === 'address') return 'This is my address';
  if (question === 'tag') return draft.tag.trim() ? 'Save my tag' : 'I don’t have a tag';
  return draft.amount.trim() ? 'Save the amount' : 'I don’t know yet';
}

/** Returns the praise for an answer (spec 1 §5), which repeats the tag or the amount. */
function praiseOf(question: Question, { tag }: Answers, { sourceAmount }: Transfer): string {
  if (question === 'address') return 'Good job! Your XRP will go here.';
  if (question === 'tag')
    return tag ? `Nice work! Your tag ${tag} is saved.` : 'Nice work! Your address is saved without a tag.';
  return sourceAmount === '0'
    ? 'No problem. Your guide works without an amount.'
    : `You got it! Your amount is ${readableXrp(sourceAmount)}.`;
}
