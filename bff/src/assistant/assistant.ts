import { type Answer, answerQuestion, type Question } from '@xrp-bridge/guidance/assistant/answers';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { BaseSettings } from '@xrp-bridge/runtime';
import { type BffSettings, manualPaymentsOf } from '../config.ts';
import { createLanguageModel, type Surroundings } from './language-model.ts';
import { whyNotShow } from './verify-wording.ts';

export type Assistant = (question: Question) => Promise<Answer>;

/**
 * Answers from our own content. With a language model it may come in other words, but only in words that prove to say
 * the same; without one, or where the model fails, it comes as it stands.
 */
export function createAssistant(settings: BffSettings & BaseSettings, surroundings: Surroundings): Assistant {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: name } = settings;
  const model = baseUrl && apiKey && name ? createLanguageModel({ baseUrl, apiKey, name }, surroundings) : null;
  const product: Product = {
    name: settings.PRODUCT_NAME,
    support: { email: settings.SUPPORT_EMAIL, hours: settings.SUPPORT_HOURS, response: settings.SUPPORT_RESPONSE },
    manualPayments: manualPaymentsOf(settings).map(({ label }) => label),
    wordedByModel: model !== null,
  };
  return async (question) => {
    const answer = answerQuestion(question, product);
    if (!model || !answer.mayBeReworded) return answer;
    const wording = await model(question.question, answer.response);
    return wording === null || whyNotShow(wording, answer.response) ? answer : { ...answer, response: wording };
  };
}
