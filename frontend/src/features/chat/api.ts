import { type BodyFor, call, type Reply } from '../../lib/api/client.ts';

type Answer = Reply<'POST /api/ai-helper'>;

export type Source = Answer['sources'][number];

/** Sends a question to the assistant. Each field of the reply may be missing, even the text. */
export function sendQuestion(body: BodyFor<'POST /api/ai-helper'>): Promise<Partial<Answer>> {
  return call('POST /api/ai-helper', { body });
}
