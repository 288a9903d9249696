import { AskAssistant } from '@xrp-bridge/contracts/public-api';
import { handle, type RouteHandler } from '@xrp-bridge/runtime';
import type { Context } from '../context.ts';

/** The chat. What is asked is neither logged nor kept. */
export function assistantRoutes({ assistant }: Context): RouteHandler[] {
  return [
    handle(AskAssistant, async ({ body }) => {
      const { response, suggestions, sources } = await assistant.answer(body);
      return {
        response,
        suggestions: suggestions.map(({ title }) => title),
        suggestionIds: suggestions.map(({ id }) => id),
        sources,
      };
    }),
  ];
}
