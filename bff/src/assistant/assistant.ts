import { type Answer, busyAnswer, type Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { BaseSettings } from '@xrp-bridge/runtime';
import { type BffSettings, manualPaymentsOf } from '../config.ts';
import { createAnswerThread } from './answer-thread.ts';
import { createLanguageModel, type Surroundings } from './language-model.ts';

export interface Assistant {
  /** Answers from our own content, always: where the search does not come to an end, with something calm. */
  answer(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * With a language model, that may choose another of our answers where ours is not certain. It never words one: nothing
 * can be said that nobody here wrote.
 */
export function createAssistant(settings: BffSettings & BaseSettings, surroundings: Surroundings): Assistant {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: name } = settings;
  const model = baseUrl && apiKey && name ? createLanguageModel({ baseUrl, apiKey, name }, surroundings) : null;
  const product: Product = {
    name: settings.PRODUCT_NAME,
    support: { email: settings.SUPPORT_EMAIL, hours: settings.SUPPORT_HOURS, response: settings.SUPPORT_RESPONSE },
    manualPayments: manualPaymentsOf(settings).map(({ label }) => label),
    asksModel: model !== null,
  };
  const thread = createAnswerThread(product, surroundings);
  return {
    async answer(question) {
      const answer = (await thread.answer(question)) ?? busyAnswer;
      if (!model || answer.choices.length === 0) return answer;
      const entry = await model(question.question, answer.choices);
      return (entry && (await thread.answer({ ...question, entry }))) || answer;
    },
    close: () => thread.close(),
  };
}
