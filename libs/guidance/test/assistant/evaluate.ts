import { answerQuestion } from '../../src/assistant/answers.ts';
import type { Product } from '../../src/assistant/entry.ts';
import type { Question } from './question.ts';

export const product: Product = {
  name: 'XRP Bridge',
  support: {
    email: 'support@xrp-bridge.example',
    hours: 'Monday to Friday, 9 to 17 UTC',
    response: 'within one working day',
  },
  manualPayments: ['PayPal', 'Venmo', 'Cash App', 'Zelle'],
  asksModel: false,
  conciergeOffered: true,
};

/** The share of questions whose answer holds every fact that it must and none that it must not, and the others. */
export function evaluate(questions: readonly Question[]) {
  const wrong = questions.flatMap(({ ask, at, says, never = [] }) => {
    const { response } = answerQuestion({ question: ask, ...at }, product);
    const isRight = says.every((fact) => fact.test(response)) && !never.some((fact) => fact.test(response));
    return isRight ? [] : [{ ask, response }];
  });
  return { share: 1 - wrong.length / questions.length, wrong };
}
