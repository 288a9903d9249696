import { z } from 'zod';

/**
 * A task for an operator, and who completed it. It has no personal data: the order leads to the
 * customer.
 */
export const taskSchema = z
  .object({
    id: z.string(),
    kind: z.string().meta({
      description:
        'refund_request, refund_failed, hand_payment, unlocks_nothing, wrong_amount, dispute, not_released or campaign_by_hand; more may come',
    }),
    orderId: z.string().nullable().meta({ description: 'The transfer that it is about, if any' }),
    paymentId: z.string().nullable(),
    since: z.iso.datetime(),
    why: z.string(),
    assignedTo: z.string().nullish().meta({ description: 'The operator who has taken it over' }),
    doneAt: z.iso.datetime().nullable(),
    doneBy: z.string().nullable().meta({ description: "An operator's name, or 'system' where it settled itself" }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Task' });

export type Task = z.infer<typeof taskSchema>;
