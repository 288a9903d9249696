import { composeMail, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** The mail with a new link, after the old one was used or expired, or the address was changed. */
export function newLinkMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'Your link to your transfer',
    title: 'Your link to your transfer',
    blocks: [
      {
        paragraph:
          'Here is a new link to your transfer. You asked for it, or you gave us this e-mail address. ' +
          'Open it on the phone or computer that you want to use.',
      },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
  });
}
