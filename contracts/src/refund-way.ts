/**
 * Refund procedure, in the same words on every screen and in every mail.
 * Not loaded by the landing page.
 */
export const refundWay = {
  back: 'Your money is back on your card 5 to 10 working days after we agree.',
  how: 'To ask for a refund, open “Ask for your money back” in your guide, or write to us.',
} as const;
