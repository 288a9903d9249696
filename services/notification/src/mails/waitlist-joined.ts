import { retentionDays } from '../domain/notification.ts';
import { composeMail, type Links, type Mail, type Sender } from './layout.ts';

/** Confirms an entry on the waitlist for new keys of the XRP Ledger. */
export function waitlistJoinedMail(sender: Sender, links: Links): Mail {
  return composeMail(sender, {
    subject: 'We write to you if the XRP Ledger gets new keys',
    title: 'We write to you if the XRP Ledger gets new keys',
    blocks: [
      {
        paragraph:
          'Thank you. One day a quantum computer may break the keys of the XRP Ledger. None of today can. ' +
          'We write to you once if it gets new keys, and about nothing else. ' +
          'We cannot say yet if that will be, or when.',
      },
      {
        paragraph:
          'The guide for your own notes is there now. It locks them with a key that you make yourself. ' +
          'It does not change the keys of your XRP.',
      },
      { link: { label: 'Protect your notes', url: links.page } },
      {
        paragraph:
          'There is nothing that you have to do. There is nothing to buy and nothing to move. Let nobody hurry you ' +
          'because of this. Whoever does wants your money.',
      },
      {
        paragraph:
          `We delete your e-mail address after ${retentionDays.atMost} days. If there was no news by then, you can leave ` +
          `it once more. Do you want it gone sooner? Just write to ${sender.supportEmail}.`,
      },
    ],
    givenFor: 'for news from',
  });
}
