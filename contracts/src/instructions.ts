import { z } from 'zod';

const linkSchema = z.object({ label: z.string(), url: z.string() });

/** The instructions of one transfer, in the shape of the product's specification. */
export const instructionsSchema = z
  .object({
    overview: z.object({
      title: z.string(),
      description: z.string(),
      estimatedTime: z.string(),
      networkFee: z.string(),
      inShort: z.string().meta({ description: 'Time and network fee in one line' }),
      lastChecked: z.string().meta({ description: 'Date the steps were last checked' }),
    }),
    network: z.string().meta({ description: 'The network to choose at the exchange, in its own words' }),
    sendNow: z
      .object({
        kind: z.enum(['test', 'all', 'rest']),
        amountXrp: z.string().nullable().meta({ description: 'To enter at the exchange; null where nobody can tell' }),
        text: z.string().meta({ description: 'The same in words' }),
      })
      .meta({ description: 'What to send next: the one number to type. To others than the owner without the number' }),
    steps: z.array(
      z.object({
        step: z.int().positive(),
        id: z.string().meta({ description: 'wallet, form, address, amount or send' }),
        kind: z.enum(['do', 'stop']).meta({ description: 'stop: the address must be changed first' }),
        title: z.string(),
        description: z.string(),
        destinationAddress: z.string().nullable(),
        destinationTag: z.string().meta({ description: "The tag, or 'Not required'" }),
        amount: z
          .string()
          .nullable()
          .meta({ description: 'XRP in all; null while the customer has not said. What to enter is `sendNow`' }),
        actions: z.array(z.string()),
        actionItems: z.array(
          z.object({
            id: z.string(),
            text: z.string().meta({ description: 'The action without what it shows' }),
            shows: z.enum(['address']).nullable().meta({ description: 'What stands below the text, whole' }),
          }),
        ),
        tips: z.array(z.string()),
        tipIds: z.array(z.string()).meta({ description: 'Their ids, in the same order' }),
        link: linkSchema.nullable(),
        signedInLink: linkSchema
          .nullable()
          .meta({ description: 'In place of `link` for a customer who has signed in at the exchange' }),
      }),
    ),
    troubleshooting: z.object({
      commonIssues: z.array(z.object({ id: z.string(), issue: z.string(), solution: z.string() })),
      support: z.object({ email: z.string(), hours: z.string(), response: z.string() }),
    }),
  })
  .meta({ id: 'Instructions' });

export type Instructions = z.infer<typeof instructionsSchema>;
