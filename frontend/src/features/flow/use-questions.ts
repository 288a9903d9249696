import { useEffect, useReducer, useState } from 'react';
import { useStepFocus } from '../../ui/layout.tsx';
import { keepHomebase } from './homebase.ts';
import { type Answers, type Asking, ask, type Question } from './questions.ts';

const nothingSaid: Answers = { address: '', tag: '' };

/** Questions about a transfer, one after the other, and what was answered; `question` is undefined once all is said. */
export function useQuestions<Q extends Question>(
  id: string,
  questions: readonly Q[],
  begin: () => { asking: Asking; answers: Answers },
) {
  const [begun] = useState(begin);
  const [asking, tell] = useReducer(ask, begun.asking);
  const [answers, setAnswers] = useState(begun.answers);
  useEffect(() => keepHomebase(id, asking, answers), [id, asking, answers]);
  const heading = useStepFocus(`${asking.at} ${asking.answered}`);
  return {
    asking,
    answers,
    question: questions[asking.at],
    /** Takes the focus with each step. */
    heading,
    tell,
    answer(given: Answers) {
      setAnswers(given);
      tell('answered');
    },
    startOver() {
      setAnswers(nothingSaid);
      tell('started-over');
    },
  };
}
