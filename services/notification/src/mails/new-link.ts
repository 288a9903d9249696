import { composeMail, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/**
 * Returns the mail with a new link, after the old link was used or expired, or the address was
 * changed.
 */
export function newLinkMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'Your new transfer link',
    title: 'Your new transfer link',
    blocks: [
      {
        paragraph:
          'Here’s a new link to your transfer. We sent it because you asked for it or gave us this email address. ' +
          'Open it on the phone or computer you want to use.',
      },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
    ],
    drawing: 'lock',
  });
}
