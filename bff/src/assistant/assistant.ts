import type { Answer, Question } from '@xrp-bridge/guidance/assistant/answers';
import { busyAnswer } from '@xrp-bridge/guidance/assistant/busy-answer';
import type { Product } from '@xrp-bridge/guidance/assistant/entry';
import type { BaseSettings, ServiceContext } from '@xrp-bridge/runtime';
import { type BffSettings, manualPaymentsOf } from '../config.ts';
import { createAnswerThread } from './answer-thread.ts';
import { createLanguageModel } from './language-model.ts';

type Surroundings = Pick<ServiceContext<BffSettings & BaseSettings>, 'settings' | 'log' | 'clock' | 'providers'>;

export interface Assistant {
  /** Returns an answer from our own content; a fixed answer if the search takes too long. Never rejects. */
  answer(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Creates the assistant. If the search is not certain, a configured language model chooses an answer.
 * The model only chooses among our prepared answers, so that customers read only text that we wrote.
 */
export function createAssistant({ settings, log, clock, providers }: Surroundings): Assistant {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: name } = settings;
  const access = baseUrl && apiKey && name ? { baseUrl, apiKey, name } : null;
  const report = providers.add('Language model', access !== null);
  const model = access && createLanguageModel(access, { log, clock, report });
  const product: Product = {
    name: settings.PRODUCT_NAME,
    support: { email: settings.SUPPORT_EMAIL, hours: settings.SUPPORT_HOURS, response: settings.SUPPORT_RESPONSE },
    manualPayments: manualPaymentsOf(settings).map(({ label }) => label),
    usesModel: model !== null,
    conciergeOffered: settings.CONCIERGE_OFFERED,
  };
  const thread = createAnswerThread(product, { log });
  return {
    async answer(question) {
      const answer = (await thread.request(question)) ?? busyAnswer;
      if (!model || answer.choices.length === 0) return answer;
      const entry = await model(question.question, answer.choices);
      return (entry && (await thread.request({ ...question, entry }))) || answer;
    },
    close: () => thread.close(),
  };
}
