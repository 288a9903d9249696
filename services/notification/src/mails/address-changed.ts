import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Warns about a changed address or tag after payment, without the old or the new value. */
export function addressChangedMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; at: string; former?: boolean },
): Mail {
  return composeMail(sender, {
    subject: 'The address or tag for your transfer was changed',
    title: 'The address or tag for your transfer was changed',
    blocks: [
      {
        paragraph: `The wallet address or destination tag for your transfer was changed on ${formatMoment(about.at)}.`,
      },
      ...(about.former
        ? [
            {
              paragraph:
                'The email address for this transfer was also changed shortly before that. We’re sending this to your old email ' +
                'address, so no one can change both without you knowing.',
            },
          ]
        : []),
      { paragraph: 'If you made this change, you’re all set. There’s nothing you need to do.' },
      {
        paragraph:
          'If you didn’t make this change, please don’t send any XRP. Open your transfer and check the wallet address, letter by letter, and the tag. They should ' +
          `match what your own wallet shows. Then email us at ${sender.supportEmail}.`,
      },
      ...linkBlocks('Check your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
    drawing: 'wallet',
  });
}
