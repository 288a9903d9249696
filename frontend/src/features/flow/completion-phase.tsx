import { useAssistantStep } from '../../domain/assistant/assistant-step.ts';
import { DestinationHelp } from '../../domain/destination/destination-help.tsx';
import type { Transfer } from '../../domain/transfer/transfers.ts';
import { pathOf } from '../../domain/transfer/waiting-transfer.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink, TextButton } from '../../ui/button.tsx';
import { Buttons, Card, Page } from '../../ui/layout.tsx';
import { StepLine } from '../../ui/step-line.tsx';
import { DestinationSummary } from './destination-summary.tsx';
import { readHomebase } from './homebase.ts';
import type { OwnPhase } from './parts.tsx';
import { QuestionCard } from './question-card.tsx';
import { completionMs, completionQuestions } from './questions.ts';
import { useQuestions } from './use-questions.ts';

/** Requests address, tag and amount if they are missing, and then opens the guide. */
export function CompletionPhase({ transfer, dispatch }: OwnPhase) {
  const questions = useQuestions(transfer.id, completionQuestions, () => readCompletion(transfer));
  const { progress, question, heading } = questions;
  useAssistantStep('instructions', transfer.fromExchange, transfer.toWallet);
  return (
    <Page title="Almost there" stop="send" lead={<p>{pathOf(transfer)}.</p>} narrow>
      <div className="grid gap-2">
        <StepLine steps={['Address', 'Tag', 'Amount']} now={progress.at} />
        <DestinationHelp />
      </div>
      {question ? (
        <QuestionCard
          key={question}
          questions={questions}
          question={question}
          transfer={transfer}
          delayMs={completionMs}
        />
      ) : (
        <Card raised as="section" aria-labelledby="all-said" className="grid gap-5">
          <h2 id="all-said" ref={heading} tabIndex={-1} className="text-xl">
            That’s all we need
          </h2>
          <p className="text-ink-2">Your guide is written for your exact transfer. It opens with the first step.</p>
          <DestinationSummary transfer={transfer} withAmount />
          <Buttons>
            <ButtonLink to={paths.guide(transfer.id)}>Open my guide</ButtonLink>
          </Buttons>
        </Card>
      )}
      <TextButton className="justify-self-start" onClick={() => dispatch('another-wanted')}>
        Start another transfer
      </TextButton>
    </Page>
  );
}

/** Returns the answers, and the position of the first unanswered question. */
function readCompletion(transfer: Transfer): ReturnType<typeof readHomebase> {
  const { progress, answers } = readHomebase(transfer);
  const isComplete = completionQuestions[progress.at] === 'amount' && transfer.sourceAmount !== '0';
  return { progress: isComplete ? { ...progress, at: completionQuestions.length } : progress, answers };
}
