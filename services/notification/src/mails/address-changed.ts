import { composeMail, formatMoment, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Warns about a changed address or tag after payment, without the old or the new value. */
export function addressChangedMail(
  sender: Sender,
  links: Links,
  about: { transferId: string; at: string; former?: boolean },
): Mail {
  return composeMail(sender, {
    subject: 'The wallet address of your transfer was changed',
    title: 'The wallet address of your transfer was changed',
    blocks: [
      {
        paragraph: `On ${formatMoment(about.at)} the wallet address or the destination tag of your transfer was changed.`,
      },
      ...(about.former
        ? [
            {
              paragraph:
                'The e-mail address of this transfer was changed too, not long before. This is the one it had until ' +
                'then, so that nobody can change both unseen.',
            },
          ]
        : []),
      { paragraph: 'If you did this yourself, all is well and you need to do nothing.' },
      {
        paragraph:
          'If you did not, please send no XRP. Open your transfer and look at its address. Compare it, letter by letter, ' +
          `with the one your own wallet shows. Then write to ${sender.supportEmail}.`,
      },
      ...linkBlocks('Check your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}
