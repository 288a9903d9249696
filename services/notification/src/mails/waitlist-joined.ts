import { retentionDays } from '../domain/notification.ts';
import { composeMail, type Links, type Mail, type Sender } from './layout.ts';

/** Confirms an entry on the waitlist for new keys of the XRP Ledger. */
export function waitlistJoinedMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'We’ll email you if XRP gets new keys',
    title: 'We’ll email you if XRP gets new keys',
    blocks: [
      {
        paragraph:
          'Thank you. A quantum computer might one day break the keys that protect XRP. None can today. ' +
          'We’ll send you one email if the XRP network gets new keys. We won’t email you for any other reason. ' +
          'We don’t know yet if that will happen, or when.',
      },
      {
        paragraph:
          'On our “Protect your notes” page, you can already lock your own notes with a key you make yourself. ' +
          'This doesn’t change the keys to your XRP.',
      },
      { link: { label: 'Protect your notes', url: links.page } },
      {
        paragraph:
          'You don’t need to do anything. There’s nothing to buy and nothing to move. Don’t let anyone rush you ' +
          'because of this. Anyone who does is after your money.',
      },
      {
        paragraph:
          `We’ll delete your email address after ${retentionDays.atMost} days. If there’s no news by then, you can sign up ` +
          `again. Want us to delete it sooner? Just email us at ${sender.supportEmail}.`,
      },
    ],
    drawing: 'lock',
    givenFor: 'for news from',
  });
}
