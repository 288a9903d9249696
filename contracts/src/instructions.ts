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
      normalWait: z
        .string()
        .meta({ description: 'How long the exchange may hold the next payment, as the end of a sentence' }),
      inShort: z.string().meta({ description: 'The time that the customer needs, in one line' }),
      lastChecked: z.string().meta({ description: 'Date on which the steps were last checked' }),
    }),
    network: z.string().meta({ description: 'The network to choose at the exchange, as the exchange names it' }),
    sendNow: z
      .object({
        kind: z.enum(['test', 'all', 'rest']),
        amountXrp: z
          .string()
          .nullable()
          .meta({ description: 'Amount to enter at the exchange; null if it is unknown' }),
        testXrp: z.string().nullable().meta({ description: 'Size of a test payment; null for others than the owner' }),
        restXrp: z
          .string()
          .nullable()
          .meta({ description: 'Amount to send after the test; null without a test or without a total amount' }),
        text: z.string().meta({ description: 'The amount in words' }),
      })
      .meta({ description: 'The next amount to send; the number is null for others than the owner' }),
    steps: z.array(
      z.object({
        step: z.int().positive(),
        id: z.string().meta({ description: '`wallet`, `form`, `address`, `amount` or `send`' }),
        kind: z.enum(['do', 'stop']).meta({ description: '`stop` means that the address must be changed first' }),
        title: z.string(),
        description: z.string(),
        destinationAddress: z.string().nullable(),
        destinationTag: z.string().meta({ description: "The tag, or 'Not required'" }),
        amount: z
          .string()
          .nullable()
          .meta({ description: 'Total amount in XRP; null if not given. The amount to enter is in `sendNow`' }),
        actions: z.array(z.string()),
        actionItems: z.array(
          z.object({
            id: z.string(),
            text: z.string().meta({ description: 'Text of the action, without the shown value' }),
            shows: z.enum(['address']).nullable().meta({ description: 'Value that is shown in full below the text' }),
          }),
        ),
        tips: z.array(z.string()),
        tipIds: z.array(z.string()).meta({ description: 'The ids in the same order' }),
        link: linkSchema.nullable(),
        signedInLink: linkSchema
          .nullable()
          .meta({ description: 'Replaces `link` for a customer who is signed in at the exchange' }),
      }),
    ),
    troubleshooting: z.object({
      commonIssues: z.array(z.object({ id: z.string(), issue: z.string(), solution: z.string() })),
      support: z.object({ email: z.string(), hours: z.string(), response: z.string() }),
    }),
  })
  .meta({ id: 'Instructions' });

export type Instructions = z.infer<typeof instructionsSchema>;
