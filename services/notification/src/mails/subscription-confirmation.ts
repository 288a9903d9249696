import { composeMail, type Links, linkBlocks, type Mail, type Sender } from './layout.ts';

/** Requests the confirmation of a subscription to signals (double opt-in). */
export function subscriptionConfirmationMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'Do you want signals by email?',
    title: 'Do you want signals by email?',
    blocks: [
      {
        paragraph:
          'Someone entered this email address on our signals page. If it was you, press the button to confirm.',
      },
      ...linkBlocks('Yes, confirm my email', links),
      {
        paragraph:
          'Signals cost $4.00 a month. If it’s your first time, your first two months are free. ' +
          'You can subscribe on the next page. ' +
          'If it wasn’t you, you can ignore this email. We won’t email you again.',
      },
      { paragraph: `Want us to delete your email address later? Just email us at ${sender.supportEmail}.` },
    ],
    drawing: 'ledger',
    givenFor: 'for signals from',
  });
}
