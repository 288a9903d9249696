export type Question = 'address' | 'tag' | 'amount';

/** What the homebase asks, and how long an answer stays in sight (spec 1 §9). */
export const homebaseQuestions = ['address', 'tag'] as const satisfies Question[];
export const homebaseMs = 2_000;

export const completionQuestions = ['address', 'tag', 'amount'] as const satisfies Question[];
export const completionMs = 1_000;

/** What was said so far; nothing yet, or no tag, is an empty text. */
export interface Answers {
  address: string;
  tag: string;
}

/** One question after the other, counted from 0: behind the last one, all is said. */
export interface Asking {
  at: number;
  /** The answer is saved, and in sight for a moment before the next question takes its place. */
  answered: boolean;
}

export type AskingEvent = 'answered' | 'went-on' | 'went-back' | 'reopened' | 'started-over';

/** What becomes of the questions; nobody goes on without an answer. */
export function ask(asking: Asking, event: AskingEvent): Asking {
  const { at, answered } = asking;
  switch (event) {
    case 'answered':
      return { at, answered: true };
    case 'went-on':
      return answered ? { at: at + 1, answered: false } : asking;
    case 'went-back':
      return { at: Math.max(0, at - 1), answered: false };
    case 'reopened':
      return { at, answered: false };
    case 'started-over':
      return { at: 0, answered: false };
  }
}
