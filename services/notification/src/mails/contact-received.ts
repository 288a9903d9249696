import { composeMail, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Confirms a message about payment, without its text, because any visitor can enter any address. */
export function contactReceivedMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'We got your message',
    title: 'We got your message',
    blocks: [
      {
        paragraph:
          'Thank you. Someone from our team will read it and reply here. Your choices are saved, so you won’t have to start over.',
      },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
      { paragraph: 'If you email us, please include your reference.' },
    ],
  });
}
