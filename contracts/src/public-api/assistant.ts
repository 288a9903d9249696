import { z } from 'zod';
import { defineRoute } from '../define.ts';
import { exchangeIds } from '../exchanges.ts';
import { questionInput } from '../inputs.ts';
import { transferIdSchema } from '../transfer.ts';
import { walletIds } from '../wallets.ts';

export const AskAssistant = defineRoute({
  method: 'POST',
  path: '/api/ai-helper',
  summary: 'Answers a question from our own guides; one that holds a secret is answered with a warning and not kept',
  access: 'open',
  body: z.strictObject({
    question: questionInput,
    context: z.string().max(200).nullish().meta({ description: 'The page it is asked on, as a path' }),
    step: z.string().max(60).nullish(),
    fromExchange: z.enum(exchangeIds).nullish(),
    toWallet: z.enum(walletIds).nullish(),
    transferId: transferIdSchema.nullish().meta({
      description: 'Its owner hears the amount of its guide; from anybody else it changes nothing',
    }),
    entry: z.string().max(60).nullish().meta({ description: 'The id of the suggestion that was tapped' }),
  }),
  reply: z.object({
    response: z.string().meta({ description: 'Plain text; numbered steps stand on lines of their own' }),
    suggestions: z.array(z.string()).min(2).max(3).meta({ description: 'Questions to ask next' }),
    suggestionIds: z.array(z.string()).meta({ description: 'Their ids, in the same order' }),
    sources: z
      .array(z.object({ title: z.string(), url: z.string() }))
      .meta({ description: 'Pages of ours (/…), or official pages of exchange, wallet or ledger (https://…)' }),
  }),
  idempotent: true,
});
