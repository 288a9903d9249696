export type Question = 'address' | 'tag' | 'amount';

/**
 * The questions of a phase after the payment, and the time in ms for which an answer is shown (spec 1
 * §9).
 */
export const homebaseQuestions = ['address', 'tag'] as const satisfies Question[];
export const homebaseMs = 2_000;

export const completionQuestions = ['address', 'tag', 'amount'] as const satisfies Question[];
export const completionMs = 1_000;

/** The answers so far. An answer is '' if it is missing, or if there is no tag. */
export interface Answers {
  address: string;
  tag: string;
}

/** The index of the current question, from 0. After the last question, `at` is the number of questions. */
export interface QuestionProgress {
  at: number;
  /** True once the answer is saved. The answer stays visible for a moment before the next question. */
  answered: boolean;
}

export type QuestionEvent = 'answered' | 'went-on' | 'went-back' | 'reopened' | 'started-over';

/** Returns the state after an event. The next question is shown only after an answer. */
export function nextProgress(progress: QuestionProgress, event: QuestionEvent): QuestionProgress {
  const { at, answered } = progress;
  switch (event) {
    case 'answered':
      return { at, answered: true };
    case 'went-on':
      return answered ? { at: at + 1, answered: false } : progress;
    case 'went-back':
      return { at: Math.max(0, at - 1), answered: false };
    case 'reopened':
      return { at, answered: false };
    case 'started-over':
      return { at: 0, answered: false };
  }
}
