import { composeMail, type Links, linkBlocks, type Mail, type Sender, transferRow } from './layout.ts';

/** Answers somebody who asked to be told when payment works. It repeats nothing that was written in the form. */
export function contactReceivedMail(sender: Sender, links: Links, about: { transferId: string }): Mail {
  return composeMail(sender, {
    subject: 'We have your message',
    title: 'We have your message',
    blocks: [
      {
        paragraph:
          'Thank you. A person will read it and write back to you here. Your choices are kept, so you need not start again.',
      },
      ...linkBlocks('Open your transfer', links),
      { rows: [transferRow(about.transferId)] },
      { paragraph: 'If you write to us, please quote the transfer number.' },
    ],
  });
}
