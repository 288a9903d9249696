/**
 * Refund deadlines, in the same words on every screen and in every mail.
 * The landing page loads this file.
 */
export const refundTerms = {
  guide: 'Full refund until all your XRP arrives, or for 14 days after you tell us it did.',
  concierge: 'Full refund within 14 days.',
} as const;
