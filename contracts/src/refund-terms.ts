/** Until when a refund can be asked for, in the same words on every screen and in every mail. On the landing route. */
export const refundTerms = {
  guide:
    'Full refund until the XRP Ledger shows that all of your XRP has arrived. If you tell us so first, it ends 14 days later.',
  concierge: 'Full refund within 14 days.',
} as const;
