import { useEffect, useReducer, useState } from 'react';
import { useStepFocus } from '../../ui/use-step-focus.ts';
import { storeHomebase } from './homebase.ts';
import { type Answers, nextProgress, type Question, type QuestionProgress } from './questions.ts';

const noAnswers: Answers = { address: '', tag: '' };

/** Manages the questions about a transfer. `question` is undefined after the last answer. */
export function useQuestions<Q extends Question>(
  id: string,
  questions: readonly Q[],
  begin: () => { progress: QuestionProgress; answers: Answers },
) {
  const [begun] = useState(begin);
  const [progress, dispatch] = useReducer(nextProgress, begun.progress);
  const [answers, setAnswers] = useState(begun.answers);
  useEffect(() => storeHomebase(id, progress, answers), [id, progress, answers]);
  const heading = useStepFocus(`${progress.at} ${progress.answered}`);
  return {
    progress,
    answers,
    question: questions[progress.at],
    /** The ref of the heading, which takes the focus when the question or its state changes. */
    heading,
    dispatch,
    answer(given: Answers) {
      setAnswers(given);
      dispatch('answered');
    },
    startOver() {
      setAnswers(noAnswers);
      dispatch('started-over');
    },
  };
}
