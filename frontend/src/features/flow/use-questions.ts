import { useEffect, useReducer, useState } from 'react';
import { useStepFocus } from '../../ui/layout.tsx';
import { storeHomebase } from './homebase.ts';
import { type Answers, type Asking, nextAsking, type Question } from './questions.ts';

const noAnswers: Answers = { address: '', tag: '' };

/** Manages the questions about a transfer; `question` is undefined after the last answer. */
export function useQuestions<Q extends Question>(
  id: string,
  questions: readonly Q[],
  begin: () => { asking: Asking; answers: Answers },
) {
  const [begun] = useState(begin);
  const [asking, dispatch] = useReducer(nextAsking, begun.asking);
  const [answers, setAnswers] = useState(begun.answers);
  useEffect(() => storeHomebase(id, asking, answers), [id, asking, answers]);
  const heading = useStepFocus(`${asking.at} ${asking.answered}`);
  return {
    asking,
    answers,
    question: questions[asking.at],
    /** Takes the focus with each step. */
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
