import { type BodyFor, call, type Reply } from '../../lib/api/client.ts';

type Answer = Reply<'POST /api/ai-helper'>;

export type Source = Answer['sources'][number];

/** Asks the server; a reply may lack anything, the words included. */
export function askAssistant(body: BodyFor<'POST /api/ai-helper'>): Promise<Partial<Answer>> {
  return call('POST /api/ai-helper', { body });
}
