/**
 * Refund procedure, in the same words on every screen and in every mail.
 * Not loaded by the landing page.
 */
export const refundWay = {
  back: 'Once approved, your refund takes 5 to 10 business days to reach your card.',
  how: 'To ask for a refund, open “Request a refund” in your guide, or email us.',
} as const;
