import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeIds } from '../exchanges.ts';
import { questionInput } from '../inputs.ts';
import { transferIdSchema } from '../transfer.ts';
import { walletIds } from '../wallets.ts';

export const AskAssistant = defineRoute({
  method: 'POST',
  path: '/api/ai-helper',
  summary: 'Answers a question from our guides. A question with a secret gets a warning and is not stored',
  access: 'open',
  body: z.strictObject({
    question: questionInput,
    context: z.string().max(200).nullish().meta({ description: 'Path of the page on which the question is asked' }),
    step: z.string().max(60).nullish(),
    fromExchange: z.enum(exchangeIds).nullish(),
    toWallet: z.enum(walletIds).nullish(),
    transferId: transferIdSchema.nullish().meta({
      description:
        'Adds the state of the transfer and the amount of its guide to the answer for its owner; ignored for others',
    }),
    guideStep: z.int().min(1).max(9).nullish().meta({
      description: 'The step of the guide that the owner sees, counted from 1; ignored for others',
    }),
    entry: z.string().max(60).nullish().meta({ description: 'The id of the tapped suggestion' }),
  }),
  reply: z.object({
    response: z.string().meta({ description: 'Plain text, with each numbered step on its own line' }),
    suggestions: z.array(z.string()).min(2).max(3).meta({ description: 'Suggested next questions' }),
    suggestionIds: z.array(z.string()).meta({ description: 'The ids in the same order' }),
    sources: z
      .array(z.object({ title: z.string(), url: z.string() }))
      .meta({ description: 'Our pages (/…), or official pages of the exchange, wallet or ledger (https://…)' }),
  }),
  idempotent: true,
});
