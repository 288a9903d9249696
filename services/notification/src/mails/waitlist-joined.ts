import { keptDays } from '../domain/notification.ts';
import { composeMail, type Mail, type Sender } from './layout.ts';

/** Says to somebody who waits for the quantum guide that we have their e-mail, and what we do with it. */
export function waitlistJoinedMail(sender: Sender): Mail {
  return composeMail(sender, {
    subject: 'We write to you when the guide is there',
    title: 'We write to you when the guide is there',
    blocks: [
      {
        paragraph:
          'Thank you. We are writing a guide. It is about how to keep your own notes safe when there are quantum computers. ' +
          'We cannot say yet when it will be done. We write to you once when it is there, and about nothing else.',
      },
      {
        paragraph:
          'You need to do nothing until then. There is nothing to buy and nothing to move. Let nobody hurry you ' +
          'because of this. Whoever does wants your money.',
      },
      {
        paragraph:
          `We delete your e-mail address after ${keptDays.atMost} days. Do you want it gone sooner? ` +
          `Just write to ${sender.supportEmail}.`,
      },
    ],
    givenFor: 'for news of a guide by',
  });
}
