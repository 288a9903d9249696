import { composeMail, type Links, linkBlocks, type Mail, type Sender } from './layout.ts';

/** Requests the confirmation of a subscription to signals (double opt-in). */
export function subscriptionConfirmationMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'Do you want signals by e-mail?',
    title: 'Do you want signals by e-mail?',
    blocks: [
      { paragraph: 'Somebody left this address on our page about signals. Was it you? Then press the button.' },
      ...linkBlocks('Yes, write to me', links),
      {
        paragraph:
          'Signals cost $4.00 a month. Is it your first time? Then two months come first that cost nothing. ' +
          'You order them on the next page, if you like. ' +
          'Was it not you? Then do nothing. We do not write again.',
      },
      { paragraph: `Do you want to leave the list later? Just write to ${sender.supportEmail}.` },
    ],
    givenFor: 'for signals by',
  });
}
