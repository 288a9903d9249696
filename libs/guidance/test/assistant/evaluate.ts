import { answerQuestion } from '../../src/assistant/answers.ts';
import type { Product } from '../../src/assistant/entry.ts';
import type { Question } from './question.ts';

export const product: Product = {
  name: 'XRP Bridge',
  support: {
    email: 'support@xrp-bridge.example',
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. UTC',
    response: 'within one business day',
  },
  manualPayments: ['PayPal', 'Venmo', 'Cash App', 'Zelle'],
  usesModel: false,
  conciergeOffered: true,
};

/**
 * Answers questions, and compares the facts in the answers with the expected and the forbidden ones.
 * @returns the share of right answers, and the wrong answers
 */
export function evaluate(questions: readonly Question[]) {
  const wrong = questions.flatMap(({ question, at, expected, forbidden = [] }) => {
    const { response } = answerQuestion({ question, ...at }, product);
    const isRight = expected.every((fact) => fact.test(response)) && !forbidden.some((fact) => fact.test(response));
    return isRight ? [] : [{ question, response }];
  });
  return { share: 1 - wrong.length / questions.length, wrong };
}
