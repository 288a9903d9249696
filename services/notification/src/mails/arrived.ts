import { composeMail, type Links, linkBlocks, type Mail, type Sender, transferRow } from './layout.ts';

/** Tells that the transfer was seen on the ledger. */
export function arrivedMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'Your XRP has arrived',
    title: 'Your XRP has arrived',
    blocks: [
      {
        paragraph:
          'We have seen your XRP arrive on the XRP Ledger, at the address of your own wallet. You need to do nothing more.',
      },
      {
        paragraph:
          'Open your wallet app yourself to see it there. Be careful with anyone who writes or calls about it now: ' +
          'arrivals are public, and thieves read them too.',
      },
      ...linkBlocks('See your transfer', links),
      { rows: [transferRow(about.transferId)] },
    ],
  });
}
