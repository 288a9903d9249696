import type { BodyInputOf, ReplyOf } from '@xrp-bridge/contracts/define';
import type { AskAssistant } from '@xrp-bridge/contracts/public-api';
import { request } from '../../shared/api/client.ts';

type Reply = ReplyOf<typeof AskAssistant>;

export type Source = Reply['sources'][number];

/** Asks the server; a reply may lack anything, the words included. */
export function askAssistant(body: BodyInputOf<typeof AskAssistant>): Promise<Partial<Reply>> {
  return request('POST', '/api/ai-helper', { body });
}
