/** Until when a refund can be asked for, in the same words on every screen and in every mail. On the landing route. */
export const refundTerms = {
  guide: 'Full refund until all your XRP arrives, at most 14 days after you tell us it did.',
  concierge: 'Full refund within 14 days.',
} as const;
