import { z } from 'zod';

/** The instructions of one transfer, in the shape of the product's specification. */
export const instructionsSchema = z
  .object({
    overview: z.object({
      title: z.string(),
      description: z.string(),
      estimatedTime: z.string(),
      networkFee: z.string(),
      lastChecked: z.string().meta({ description: 'Date the steps were last checked' }),
    }),
    steps: z.array(
      z.object({
        step: z.int().positive(),
        title: z.string(),
        description: z.string(),
        destinationAddress: z.string().nullable(),
        destinationTag: z.string().meta({ description: "The tag, or 'Not required'" }),
        amount: z.string().nullable().meta({ description: 'XRP; null while the customer has not said' }),
        actions: z.array(z.string()),
        tips: z.array(z.string()),
        link: z.object({ label: z.string(), url: z.string() }).nullable(),
      }),
    ),
    troubleshooting: z.object({
      commonIssues: z.array(z.object({ issue: z.string(), solution: z.string() })),
      support: z.object({ email: z.string(), hours: z.string(), response: z.string() }),
    }),
  })
  .meta({ id: 'Instructions' });

export type Instructions = z.infer<typeof instructionsSchema>;
