import { ArrowRight } from 'lucide-react';
import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { paidAmount, type Transfer } from '../../domain/transfer/transfers.ts';
import { pathOf } from '../../domain/transfer/waiting-transfer.tsx';
import { paths } from '../../lib/paths.ts';
import { startOver } from '../../lib/start-over.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { DestinationSummary } from './destination-summary.tsx';
import { readHomebase } from './homebase.ts';
import type { OwnPhase } from './parts.tsx';
import { QuestionCard } from './question-card.tsx';
import { homebaseMs, homebaseQuestions } from './questions.ts';
import { useQuestions } from './use-questions.ts';

/** The next action at each step. */
const nextActions = ['tell us your wallet’s address', 'tell us if you have a tag', 'open your guide'];

/** Requests the wallet's address, then its tag, and then links to the guide. */
export function HomebasePhase({ transfer, dispatch }: OwnPhase) {
  const questions = useQuestions(transfer.id, homebaseQuestions, () => readHomebase(transfer));
  const { progress, question, heading } = questions;
  useAssistantStep(assistantStep(question, transfer), transfer.fromExchange, transfer.toWallet);

  return (
    <Page
      title="Transfer homebase"
      stop="send"
      lead={
        <p>
          {pathOf(transfer)}. You paid ${paidAmount(transfer)}. Next, {nextActions[progress.at]}.
        </p>
      }
      narrow
    >
      <StepLine steps={['Address', 'Tag', 'Done']} now={progress.at} />
      {question ? (
        <QuestionCard
          key={question}
          questions={questions}
          question={question}
          transfer={transfer}
          delayMs={homebaseMs}
        />
      ) : (
        <Card raised as="section" aria-labelledby="ready" className="grid gap-5">
          <h2 id="ready" ref={heading} tabIndex={-1} className="text-xl">
            Your address is saved
          </h2>
          <p className="text-ink-2">Your guide checks it on the XRP network before you send.</p>
          <DestinationSummary transfer={transfer} />
          <Buttons>
            <ButtonLink to={paths.guide(transfer.id)}>
              Open my guide
              <ArrowRight aria-hidden className="size-5" />
            </ButtonLink>
            <Button variant="quiet" onClick={() => dispatch('homebase-ready')}>
              Enter the amount first
            </Button>
          </Buttons>
        </Card>
      )}
      <div className="flex flex-wrap justify-between gap-x-6">
        <TextButton
          onClick={() => {
            startOver();
            questions.startOver();
          }}
        >
          Start over
        </TextButton>
        <TextButton onClick={() => dispatch('another-wanted')}>Start another transfer</TextButton>
      </div>
    </Page>
  );
}

/** Returns the assistant's id for the current step. */
function assistantStep(question: 'address' | 'tag' | undefined, { destinationTag }: Transfer): string {
  if (question === 'address') return 'wallet-setup-guidance';
  if (question === undefined) return 'instructions';
  return destinationTag === null ? 'destination-tag-not-needed' : 'destination-tag-required';
}
