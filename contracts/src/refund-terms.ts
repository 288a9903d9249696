/** The refund terms, in the same words on every screen and in every mail. No imports: it ships on the landing route. */
export const refundTerms = {
  guide: 'Full refund until your XRP has arrived.',
  concierge: 'Full refund within 14 days.',
  back: 'Your money is back on your card 5 to 10 working days after we agree.',
  how: 'To ask for a refund, open “Ask for your money back” in your guide, or write to us.',
} as const;
