import { request } from '../../shared/api/client.ts';

export interface Question {
  question: string;
  /** The page it is asked on. */
  context: string;
  step: string;
  fromExchange?: string | undefined;
  toWallet?: string | undefined;
}

export interface Reply {
  response?: string;
  suggestions?: string[];
  sources?: Source[];
}

export interface Source {
  title: string;
  url: string;
}

export function askAssistant(body: Question): Promise<Reply> {
  return request('POST', '/api/ai-helper', { body });
}
