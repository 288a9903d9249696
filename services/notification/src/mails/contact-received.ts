import { composeMail, type Links, linkBlocks, type Mail, referenceRow, type Sender } from './layout.ts';

/** Confirms a message about payment, without its text, because any visitor can enter any address. */
export function contactReceivedMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'We have your message',
    title: 'We have your message',
    blocks: [
      {
        paragraph:
          'Thank you. A person reads it and writes to you here. Your choices are kept: you do not have to start again.',
      },
      ...linkBlocks('Open your transfer', links),
      { rows: [referenceRow(about.transferId)] },
      { paragraph: 'If you write to us, please name your reference.' },
    ],
  });
}
